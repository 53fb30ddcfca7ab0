#!/usr/bin/env python3
"""faults.py COMMAND [ARGUMENT...]: runs a command that can reach the server through faults.

Stands between an SDK and the server at $STATOR_ENDPOINT, and makes the first attempt of every call
fail, so that tests see the SDK try again and succeed. The command finds $STATOR_FAULTS_ENDPOINT;
the path behind it chooses the fault:

    /throttle   400 ProvisionedThroughputExceededException
    /error      500 InternalServerError
    /drop       the connection is reset

SDKs name a call in the header amz-sdk-invocation-id, the same one in each of its attempts.
"""

import http.client
import http.server
import os
import socket
import struct
import subprocess
import sys
import threading
import zlib
from urllib.parse import urlsplit

FAULTS = {
    "/throttle": (400, "ProvisionedThroughputExceededException"),
    "/error": (500, "InternalServerError"),
}


class Calls:
    """The calls that have failed once."""

    def __init__(self):
        self.lock = threading.Lock()
        self.failed = set()

    def is_first_attempt(self, call):
        with self.lock:
            if call in self.failed:
                return False
            self.failed.add(call)
            return True


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = 1 << 16  # an answer is one write
    calls = Calls()
    server_address = ""

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        path = self.path.rstrip("/")
        if not self.calls.is_first_attempt(self.headers["amz-sdk-invocation-id"]):
            self.forward(body)
        elif path == "/drop":
            self.drop()
        else:
            status, name = FAULTS[path]
            text = f'{{"__type":"com.amazonaws.dynamodb.v20120810#{name}","message":"again"}}'
            headers = {"Content-Type": "application/x-amz-json-1.0",
                       "x-amz-crc32": str(zlib.crc32(text.encode()))}
            self.reply(status, headers, text.encode())

    def forward(self, body):
        connection = http.client.HTTPConnection(self.server_address, timeout=30)
        connection.request("POST", "/", body, dict(self.headers.items()))
        answer = connection.getresponse()
        kept = {name: value for name, value in answer.getheaders()
                if name.lower() not in ("content-length", "date", "server", "connection")}
        self.reply(answer.status, kept, answer.read())
        connection.close()

    def reply(self, status, headers, body):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def drop(self):
        # Closing with a linger time of zero sends a reset.
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()
        self.close_connection = True
        self.wfile = self.rfile = open(os.devnull, "wb")  # noqa: SIM115: closed by the caller

    def log_message(self, *_):
        pass


def main():
    Handler.server_address = urlsplit(os.environ["STATOR_ENDPOINT"]).netloc
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    endpoint = f"http://127.0.0.1:{server.server_address[1]}"
    return subprocess.run(sys.argv[1:], check=False,
                          env={**os.environ, "STATOR_FAULTS_ENDPOINT": endpoint}).returncode


if __name__ == "__main__":
    sys.exit(main())
