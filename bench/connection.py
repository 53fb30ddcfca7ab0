"""A client of one connection, as lean as Python allows: it shares the machine with the servers."""

import json
import socket

AUTHORIZATION = (
    "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20260101/us-east-1/dynamodb/aws4_request, "
    "SignedHeaders=content-type;host;x-amz-date;x-amz-target, Signature=" + "0" * 64
)


def headers(operation):
    """The headers of an API call, as an SDK sends them."""
    return {
        "X-Amz-Target": f"DynamoDB_20120810.{operation}",
        "Content-Type": "application/x-amz-json-1.0",
        "Authorization": AUTHORIZATION,
        "X-Amz-Date": "20260101T000000Z",
    }


def message(operation, body):
    """The bytes of a whole HTTP request."""
    lines = [f"{name}: {value}" for name, value in headers(operation).items()]
    head = "\r\n".join(["POST / HTTP/1.1", "Host: localhost", *lines,
                        f"Content-Length: {len(body)}", "", ""])
    return head.encode() + body


class Refused(RuntimeError):
    """An answer other than 200."""


class Connection:
    """Sends requests one after the other. Not thread-safe."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer = bytearray()

    def exchange(self, request):
        """Sends the bytes of a request; the bytes of the answer's body."""
        self.socket.sendall(request)
        while (end := self.buffer.find(b"\r\n\r\n")) < 0:
            self._read()
        head = bytes(self.buffer[:end]).lower()
        length = int(head.split(b"content-length:")[1].split(b"\r\n")[0])
        while len(self.buffer) < end + 4 + length:
            self._read()
        body = bytes(self.buffer[end + 4:end + 4 + length])
        del self.buffer[:end + 4 + length]
        if b" 200 " not in head[:head.index(b"\r\n")]:
            raise Refused(body.decode(errors="replace"))
        return body

    def call(self, operation, request):
        """One API call; raises Refused for an error."""
        body = json.dumps(request, separators=(",", ":")).encode()
        return json.loads(self.exchange(message(operation, body)))

    def close(self):
        self.socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _read(self):
        received = self.socket.recv(1 << 18)
        if not received:
            raise ConnectionResetError("the server closed the connection")
        self.buffer += received
