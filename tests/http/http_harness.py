"""A running server for the checks of http_check.py, and a client that sees every byte."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
import zlib

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../script/lib"))
from check_runner import check, run_checks  # noqa: E402, F401: for whoever imports this module

AUTHORIZATION = ("AWS4-HMAC-SHA256 Credential=key/20261130/us-east-1/dynamodb/aws4_request, "
                 "SignedHeaders=host;x-amz-date, Signature=abc")


class Server:
    """The binary on a free port, for the length of a `with` block.

    `command` is what starts it if not its path, and `preexec` runs in the process before it."""

    path = ""

    def __init__(self, *options, preexec=None, command=None):
        self.options = options
        self.preexec = preexec
        self.command = command or [Server.path]

    def __enter__(self):
        self.process = subprocess.Popen(
            [*self.command, "serve", "--port", "0", *self.options], stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, preexec_fn=self.preexec)
        line = self.process.stdout.readline().decode()
        found = re.fullmatch(r"Stator listening on http://(\S+):(\d+)\n", line)
        assert found, f"no address in {line!r}"
        self.port = int(found.group(2))
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()

    def connect(self, host="127.0.0.1"):
        connection = socket.create_connection((host, self.port), timeout=10)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connection

    def end(self, signal_number=signal.SIGTERM):
        """Ends it by a signal; gives the seconds that took."""
        start = time.monotonic()
        self.process.send_signal(signal_number)
        code = self.process.wait(timeout=10)
        seconds = time.monotonic() - start
        assert code == 0, f"exit code {code}"
        return seconds


def request_bytes(body=b"{}", headers=(), method="POST", target="/", version="HTTP/1.1",
                  operation="ListTables"):
    """A request as it goes over the wire: by default an API call."""
    lines = [f"{method} {target} {version}", "Host: localhost"]
    if method == "POST":
        lines += [f"X-Amz-Target: DynamoDB_20120810.{operation}",
                  f"Authorization: {AUTHORIZATION}",
                  "X-Amz-Date: 20261130T000000Z", "Content-Type: application/x-amz-json-1.0"]
        if not any(name == "Transfer-Encoding" for name, _ in headers):
            lines.append(f"Content-Length: {len(body)}")
    lines += [f"{name}: {value}" for name, value in headers]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


GET = request_bytes(b"", method="GET")


class Reply:
    """A reply, read from a socket's file; checks what holds for every reply."""

    def __init__(self, file, is_head=False):
        status = file.readline().decode()
        assert status.startswith("HTTP/1.1 "), f"not a reply: {status!r}"
        self.status = int(status.split()[1])
        self.headers = {}
        while (line := file.readline().decode().rstrip("\r\n")) != "":
            name, value = line.split(": ", 1)
            self.headers[name.lower()] = value
        self.body = b"" if is_head else self.read_body(file)
        if self.status in (200, 404) or self.body:
            assert re.fullmatch("[0-9A-Z]{52}", self.headers["x-amzn-requestid"])
            assert self.headers["server"] == "Server"
            if not is_head:
                assert int(self.headers["x-amz-crc32"]) == zlib.crc32(self.body)

    def read_body(self, file):
        if self.headers.get("transfer-encoding") == "chunked":
            assert file.readline() == b"0\r\n" and file.readline() == b"\r\n"
            return b""
        length = int(self.headers.get("content-length", 0))
        return file.read(length)


def exchange(connection, data, **options):
    connection.sendall(data)
    with connection.makefile("rb") as file:
        return Reply(file, **options)


def is_closed(connection):
    try:
        return connection.recv(1) == b""
    except ConnectionResetError:
        return True


def run_to_end(*arguments):
    return subprocess.run([Server.path, *arguments], capture_output=True, timeout=10, check=False)
