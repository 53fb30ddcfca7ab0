"""Servers under measurement: started on a free port of the loopback, ended by their process id."""

import contextlib
import os
import pathlib
import re
import signal
import socket
import subprocess
import time

from connection import Connection

BINARIES = pathlib.Path("build/release")
DYNALITE = pathlib.Path("build/bench/dynalite")
STARTING_SECONDS_MAX = 10
PREFERRED_NICENESS = -15


class Server:
    """A process that serves on a port: `port`, or the one that its first line of output names."""

    def __init__(self, command, port=None):
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        if port is None:
            port = int(re.search(r":(\d+)\D*$", line).group(1))
        self.port = port
        self._wait_until_it_listens()

    def _wait_until_it_listens(self):
        deadline = time.monotonic() + STARTING_SECONDS_MAX
        while time.monotonic() < deadline:
            with contextlib.suppress(ConnectionRefusedError):
                self.connect().close()
                return
            time.sleep(0.01)
        raise RuntimeError("the server does not listen")

    def connect(self):
        return Connection(self.port)

    def call(self, operation, request):
        """One API call on a connection of its own."""
        with self.connect() as connection:
            return connection.call(operation, request)

    def cpu_seconds(self):
        """User and system time so far of every thread, as the scheduler counts it: nanoseconds."""
        total = 0
        for task in pathlib.Path(f"/proc/{self.process.pid}/task").iterdir():
            total += int((task / "schedstat").read_text(encoding="ascii").split()[0])
        return total / 1e9

    def resident_kib(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        return int(re.search(r"VmRSS:\s+(\d+)", status).group(1))

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(STARTING_SECONDS_MAX)
        self.process.stdout.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


def stator_command(threads=1, binaries=None):
    return [str((binaries or BINARIES) / "stator"), "serve", "--host", "127.0.0.1", "--port", "0",
            "--threads", str(threads)]


def stator(threads=1, binaries=None, flags=()):
    return Server([*stator_command(threads, binaries), *flags])


def ceiling(answer_bytes, style="message"):
    """The bare Beast server: the same HTTP, `answer_bytes` of answer, nothing else."""
    return Server([str(BINARIES / "ceiling"), "--bytes", str(answer_bytes), "--port", "0",
                   "--threads", "1", "--style", style])


def dynalite():
    """dynalite from the npm registry, or None when it cannot be installed."""
    cli = DYNALITE / "node_modules/dynalite/cli.js"
    if not cli.exists():
        DYNALITE.mkdir(parents=True, exist_ok=True)
        install = ["npm", "install", "--silent", "--prefix", str(DYNALITE), "dynalite@4"]
        with contextlib.suppress(OSError):
            subprocess.run(install, check=False)
        if not cli.exists():
            return None
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    return Server(["node", str(cli), "--port", str(port), "--createTableMs", "0"], port)


def cores():
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0))


def pin(server, to):
    """Keeps every thread of a server on these cores."""
    for task in os.listdir(f"/proc/{server.process.pid}/task"):
        os.sched_setaffinity(int(task), to)


def prefer(pid):
    """Lets a process run before others do, as far as the system allows it."""
    for task in os.listdir(f"/proc/{pid}/task"):
        with contextlib.suppress(PermissionError):
            os.setpriority(os.PRIO_PROCESS, int(task), PREFERRED_NICENESS)
