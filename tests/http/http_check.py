#!/usr/bin/env python3
"""Checks a running server's HTTP from outside, over real sockets.

usage: http_check.py [--release] PATH_OF_STATOR [WORD...]

Starts the binary on a free port, once or several times, ends it by its process id, and prints one
line per check; with words, only checks whose names contain one of them run. With --release, so do
the checks of the delivered file: its size, and that it needs no other. The last line is
"N passed, N failed"; the exit code is 1 if any failed. Needs nothing but Python's standard library
and, for certificates, the openssl program.
"""

import gzip
import http.client
import importlib
import json
import os
import resource
import signal
import socket
import subprocess
import sys
import threading
import time

from http_harness import (AUTHORIZATION, GET, Reply, Server, check, exchange, is_closed,
                          request_bytes, run_checks, run_to_end)

HEALTHY = b"healthy: dynamodb.us-east-1.amazonaws.com "
SERIALIZATION = b'{"__type":"com.amazon.coral.service#SerializationException"}'
ENDS_WITHIN_SECONDS = 0.050
BODY_BYTES_MAX = 16 * 1024 * 1024

# ---------------------------------------------------------------- command line


@check
def prints_version_and_help():
    for arguments in (["--version"], ["--help"], ["serve", "--help"]):
        result = run_to_end(*arguments)
        assert result.returncode == 0 and result.stdout and not result.stderr, arguments


@check
def refuses_wrong_options_in_one_line():
    for arguments in (["serve", "--what"], ["serve", "--port", "x"], ["dance"],
                      ["serve", "--port"]):
        result = run_to_end(*arguments)
        assert result.returncode == 2, arguments
        assert result.stderr.count(b"\n") == 1 and not result.stdout, result.stderr


@check
def refuses_hosts_and_ports_in_one_line():
    with Server("--host", "127.0.0.1") as server:
        taken = run_to_end("serve", "--port", str(server.port))
        assert taken.returncode == 1
        assert taken.stderr.decode() == f"stator: port {server.port} is already in use\n"
    wrong = run_to_end("serve", "--host", "example")
    assert wrong.returncode == 1 and wrong.stderr.count(b"\n") == 1, wrong.stderr


@check
def tells_its_port_on_the_ready_descriptor():
    read_end, write_end = os.pipe()
    process = subprocess.Popen([Server.path, "serve", "--port", "0", "--ready-fd", str(write_end)],
                               stdout=subprocess.PIPE, pass_fds=[write_end])
    os.close(write_end)
    try:
        with os.fdopen(read_end) as ready:
            port = json.loads(ready.read())["port"]  # to the end: the server closes it
        socket.create_connection(("127.0.0.1", port), timeout=5).close()
        assert process.stdout.readline().decode().endswith(f":{port}\n")
    finally:
        process.terminate()
        process.communicate()


@check
def listens_on_both_families():
    for options in ([], ["--host", "localhost"]):
        with Server(*options) as server:
            for host in ("127.0.0.1", "::1"):
                with server.connect(host) as connection:
                    assert exchange(connection, GET).body == HEALTHY


@check
def starts_quickly():
    best = 10.0
    for _ in range(5):
        start = time.monotonic()
        with Server() as server, server.connect() as connection:
            exchange(connection, GET)
            best = min(best, time.monotonic() - start)
    assert best < 0.1, f"{best:.3f} s to the first answer"


# ---------------------------------------------------------------- HTTP


@check
def answers_health():
    with Server() as server, server.connect() as connection:
        reply = exchange(connection, GET)
        assert (reply.status, reply.body) == (200, HEALTHY)
        assert reply.headers["x-amz-crc32"] == "3128867991"
        reply = exchange(connection, request_bytes(b"", method="HEAD"), is_head=True)
        assert reply.headers["content-length"] == "42"
        assert exchange(connection, request_bytes(b"", method="PUT")).status == 404


@check
def serves_its_own_paths():
    with Server() as server, server.connect() as connection:
        get = request_bytes(b"", method="GET", target="/_stator/metering")
        json.loads(exchange(connection, get).body)
        reset = request_bytes(b"", method="DELETE", target="/_stator/metering")
        assert exchange(connection, reset).body == b"{}"
        unknown = exchange(connection, request_bytes(b"", method="GET", target="/_stator/x"))
        assert unknown.status == 404
        assert "GET /_stator/metering" in json.loads(unknown.body)["message"]


@check
def keeps_connections():
    with Server() as server, server.connect() as connection:
        for _ in range(100):
            reply = exchange(connection, request_bytes())
            assert reply.status == 200 and reply.headers["connection"] == "keep-alive"
            assert reply.headers["content-type"] == "application/x-amz-json-1.0"


@check
def closes_connections_when_asked():
    with Server() as server:
        for data, is_kept in ((request_bytes(headers=[("Connection", "close")]), False),
                              (request_bytes(version="HTTP/1.0"), False),
                              (request_bytes(version="HTTP/1.0",
                                             headers=[("Connection", "keep-alive")]), True)):
            with server.connect() as connection:
                assert exchange(connection, data).status == 200
                if is_kept:
                    assert exchange(connection, data).status == 200
                else:
                    assert is_closed(connection)


@check
def answers_pipelined_requests():
    with Server() as server, server.connect() as connection:
        connection.sendall((request_bytes() + GET) * 50)
        with connection.makefile("rb") as file:
            for _ in range(50):
                assert Reply(file).status == 200
                assert Reply(file).body == HEALTHY


@check
def reads_chunked_bodies():
    with Server() as server, server.connect() as connection:
        data = request_bytes(b"1\r\n{\r\n1;x=y\r\n}\r\n0\r\nTrailer: t\r\n\r\n",
                             [("Transfer-Encoding", "chunked")])
        connection.sendall(data + GET)
        with connection.makefile("rb") as file:
            assert Reply(file).status == 200
            assert Reply(file).body == HEALTHY


@check
def asks_to_continue():
    with Server() as server, server.connect() as connection:
        data = request_bytes(headers=[("Expect", "100-continue")])
        connection.sendall(data[:-2])
        with connection.makefile("rb") as file:
            assert file.readline() == b"HTTP/1.1 100 Continue\r\n" and file.readline() == b"\r\n"
            connection.sendall(data[-2:])
            assert Reply(file).status == 200


@check
def inflates_requests():
    with Server() as server, server.connect() as connection:
        headers = [("Content-Encoding", "gzip")]
        assert exchange(connection, request_bytes(gzip.compress(b"{}"), headers)).status == 200
        corrupt = exchange(connection, request_bytes(b"{}", headers))
        assert (corrupt.status, corrupt.body) == (400, SERIALIZATION)
        bomb = request_bytes(gzip.compress(b" " * (BODY_BYTES_MAX + 1)), headers)
        assert exchange(connection, bomb).status == 413


@check
def compresses_replies():
    # The answer to an incomplete header quotes it, which makes a long body.
    long = AUTHORIZATION.replace("Signature=abc", "x" * 3000)
    data = request_bytes().replace(AUTHORIZATION.encode(), long.encode())
    with Server() as server, server.connect() as connection:
        plain = exchange(connection, data)
        assert plain.status == 400 and "content-encoding" not in plain.headers
        asked = data.replace(b"\r\n\r\n", b"\r\nAccept-Encoding: gzip\r\n\r\n")
        packed = exchange(connection, asked)
        assert packed.headers["content-encoding"] == "gzip"
        assert gzip.decompress(packed.body) == plain.body and len(packed.body) < 1000


@check
def reads_the_largest_body():
    with Server() as server, server.connect() as connection:
        body = b"{" + b" " * (BODY_BYTES_MAX - 2) + b"}"
        assert exchange(connection, request_bytes(body)).status == 200


@check
def refuses_larger_bodies():
    with Server() as server:
        for _ in range(3):  # the client sends everything before it reads anything
            client = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
            client.request("POST", "/", body=b" " * (BODY_BYTES_MAX + 8_000_000))
            reply = client.getresponse()
            assert (reply.status, reply.read()) == (413, b"")
            assert reply.getheader("x-amzn-RequestId") is None
            assert reply.getheader("Transfer-Encoding") == "chunked"
            client.close()


@check
def refuses_garbage():
    with Server() as server:
        for data in (b"garbage\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00", b"GET / HTTP/3.0\r\n\r\n",
                     b"GET / HTTP/1.1\r\nX: " + b"x" * 70_000):
            with server.connect() as connection:
                reply = exchange(connection, data)
                assert reply.status in (400, 431) and reply.headers["connection"] == "close"
                connection.shutdown(socket.SHUT_WR)
                assert is_closed(connection)


@check
def answers_preflights():
    with Server() as server, server.connect() as connection:
        reply = exchange(connection, request_bytes(b"", method="OPTIONS", headers=[
            ("Origin", "http://page"), ("Access-Control-Request-Headers", "x-amz-target"),
            ("Access-Control-Request-Method", "POST")]))
        assert reply.status == 200 and reply.body == b""
        assert reply.headers["access-control-allow-headers"] == "x-amz-target"
        assert exchange(connection, request_bytes(headers=[("Origin", "http://page")])
                        ).headers["access-control-allow-origin"] == "*"


# ---------------------------------------------------------------- awkward clients


@check
def serves_others_while_a_client_is_slow():
    with Server("--threads", "1") as server, server.connect() as slow, server.connect() as quick:
        data = request_bytes()
        for i, byte in enumerate(data):
            slow.sendall(bytes([byte]))
            if i % 20 == 0:
                assert exchange(quick, GET).status == 200
        assert exchange(slow, b"").status == 200


@check
def answers_a_client_that_closed_its_sending_half():
    with Server() as server, server.connect() as connection:
        connection.sendall(request_bytes() + GET)
        connection.shutdown(socket.SHUT_WR)
        with connection.makefile("rb") as file:
            assert Reply(file).status == 200
            assert Reply(file).body == HEALTHY
            assert file.read() == b""


def stuff(connection):
    """Sends requests, reads nothing, until neither side takes more."""
    connection.settimeout(0.3)
    try:
        while True:
            connection.sendall(GET * 1000)
    except socket.timeout:
        pass


@check
def serves_others_while_a_client_does_not_read():
    with Server("--threads", "1") as server, server.connect() as deaf, server.connect() as other:
        stuff(deaf)
        for _ in range(100):
            assert exchange(other, GET).status == 200


@check
def survives_clients_that_vanish():
    with Server("--threads", "1") as server:
        for cut in (0, 1, 40, len(request_bytes()) - 1, len(request_bytes())):
            for _ in range(20):
                connection = server.connect()
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
                connection.sendall(request_bytes()[:cut])
                connection.close()  # which resets it
        with server.connect() as connection:
            assert exchange(connection, GET).status == 200


@check
def serves_200_connections():
    failures = []

    def converse(server):
        try:
            with server.connect() as connection:
                for _ in range(20):
                    assert exchange(connection, request_bytes()).status == 200
        except (AssertionError, OSError) as failure:
            failures.append(failure)

    with Server() as server:
        idle = [server.connect() for _ in range(200)]
        threads = [threading.Thread(target=converse, args=(server,)) for _ in range(200)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not failures, failures[0]
        for connection in idle:
            assert exchange(connection, GET).status == 200
            connection.close()


@check
def survives_running_out_of_descriptors():
    with open(Server.path, "rb") as binary:
        if b"__ubsan_" in binary.read():
            return  # UndefinedBehaviorSanitizer needs descriptors for its own checks

    def few_descriptors():
        resource.setrlimit(resource.RLIMIT_NOFILE, (40, 40))

    with Server("--threads", "1", preexec=few_descriptors) as server:
        connections = [server.connect() for _ in range(60)]  # the rest waits in the backlog
        assert exchange(connections[0], GET).status == 200
        time.sleep(0.2)
        for connection in connections[:40]:
            connection.close()
        for connection in connections[40:]:
            assert exchange(connection, GET).status == 200
            connection.close()


# ---------------------------------------------------------------- the end


@check
def ends_within_50_ms():
    for signal_number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        best = 10.0
        for _ in range(3):  # the machine may be busy with something else
            with Server() as server:
                connections = [server.connect() for _ in range(50)]
                for connection in connections[:20]:
                    exchange(connection, GET)
                connections[30].sendall(request_bytes()[:50])
                stuff(connections[31])
                best = min(best, server.end(signal_number))
                for connection in connections:
                    connection.close()
            if best < ENDS_WITHIN_SECONDS:
                break
        assert best < ENDS_WITHIN_SECONDS, f"{signal_number.name}: {best * 1000:.0f} ms"


def main():
    arguments = sys.argv[1:]
    for module in ("load_checks", "memory_checks", "tls_checks"):  # which register their checks
        importlib.import_module(module)
    if "--release" in arguments:
        arguments.remove("--release")
        importlib.import_module("release_checks")
    if not arguments:
        print(__doc__, file=sys.stderr)
        return 2
    Server.path = os.path.abspath(arguments[0])
    return run_checks(arguments[1:])


if __name__ == "__main__":
    sys.exit(main())
