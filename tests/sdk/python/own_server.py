"""A server of a test's own, for options that the common one does not have."""

import contextlib
import os
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[3]


@contextlib.contextmanager
def own_server(*options):
    """Yields its port, on the loopback address."""
    binary = os.environ.get("STATOR_BINARY", str(ROOT / "build/release/stator"))
    command = [binary, "serve", "--host", "127.0.0.1", "--port", "0", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            line = process.stdout.readline()
            found = re.search(r":(\d+)$", line.strip())
            assert found, f"no port in {line!r}"
            yield int(found.group(1))
        finally:
            process.terminate()
            process.wait(timeout=10)
            process.stdout.read()
