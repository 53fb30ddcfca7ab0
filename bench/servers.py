"""Servers under measurement: started on a free port of the loopback, ended by their process id."""

import json
import os
import re
import signal
import socket
import subprocess
import time
import urllib.request

AUTHORIZATION = (
    "AWS4-HMAC-SHA256 Credential=bench/20260101/us-east-1/dynamodb/aws4_request, "
    "SignedHeaders=host;x-amz-date, Signature=" + "0" * 64
)
TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")


def headers(operation):
    """The headers of an API call, as an SDK sends them."""
    return {
        "X-Amz-Target": f"DynamoDB_20120810.{operation}",
        "Content-Type": "application/x-amz-json-1.0",
        "Authorization": AUTHORIZATION,
        "X-Amz-Date": "20260101T000000Z",
    }


class Server:
    """A process that serves on a port."""

    def __init__(self, command, port=None):
        started = time.perf_counter()
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        if port is None:
            line = self.process.stdout.readline()
            port = int(re.search(r":(\d+)\D*$", line).group(1))
        self.port = port
        self._wait_until_it_listens()
        self.seconds_to_listen = time.perf_counter() - started

    def _wait_until_it_listens(self):
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline:
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except ConnectionRefusedError:
                time.sleep(0.01)
        raise RuntimeError("the server does not listen")

    def cpu_seconds(self):
        """User and system time so far, from the operating system's accounting."""
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICKS_PER_SECOND

    def resident_kib(self):
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as file:
            return int(re.search(r"VmRSS:\s+(\d+)", file.read()).group(1))

    def call(self, operation, request):
        """One API call; raises for an error answer."""
        body = json.dumps(request).encode()
        http = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/", data=body, headers=headers(operation)
        )
        with urllib.request.urlopen(http) as answer:
            return json.loads(answer.read())

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(10)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


def stator(threads=1):
    return Server(["build/release/stator", "serve", "--port", "0", "--threads", str(threads)])


def ceiling(answer_bytes):
    """The bare Beast server: the same HTTP, `answer_bytes` of answer, nothing else."""
    return Server(
        ["build/release/ceiling", "--bytes", str(answer_bytes), "--port", "0", "--threads", "1"]
    )


def dynalite():
    """dynalite from the npm registry, or None when it cannot be installed."""
    folder = "build/bench/dynalite"
    cli = f"{folder}/node_modules/dynalite/cli.js"
    if not os.path.exists(cli):
        os.makedirs(folder, exist_ok=True)
        install = ["npm", "install", "--silent", "--prefix", folder, "dynalite@4"]
        if subprocess.run(install, check=False).returncode != 0:
            return None
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    return Server(["node", cli, "--port", str(port), "--createTableMs", "0"], port)
