"""A server of one's own, for as long as a `with` block lasts."""

import os
import re
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

BINARY = "build/release/stator"
START_SECONDS_MAX = 20
STOP_SECONDS_MAX = 10

_ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+")


@contextmanager
def running_server() -> Iterator[str]:
    """Start a server on a free port; yields its address. It never outlives the block."""
    binary = os.environ.get("STATOR_BINARY", BINARY)
    if not Path(binary).is_file():
        raise SystemExit(f"no server at {binary}: build it, or set STATOR_BINARY")
    with tempfile.TemporaryFile("w+") as output:
        command = [binary, "serve", "--port", "0"]
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT)
        try:
            yield _address(process, output)
        finally:
            _stop(process)


def _address(process: subprocess.Popen, output) -> str:
    """Wait for the line that says where the server listens."""
    deadline = time.monotonic() + START_SECONDS_MAX
    while time.monotonic() < deadline:
        output.seek(0)
        said = output.read()
        if found := _ADDRESS.search(said):
            return found[0]
        if process.poll() is not None:
            raise SystemExit(f"the server ended with {process.returncode}: {said.strip()}")
        time.sleep(0.005)
    raise SystemExit("the server did not say where it listens")


def _stop(process: subprocess.Popen) -> None:
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(STOP_SECONDS_MAX)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
