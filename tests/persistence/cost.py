#!/usr/bin/env python3
"""What a data directory costs: PutItems a second without one, and with one in both modes.

usage: cost.py PATH_OF_STATOR [SECONDS]

Eight connections send requests of 250 bytes by raw sockets, from two processes, to a server of
their own for each row; the machine should do nothing else.
"""

import multiprocessing
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

PROCESSES = 2
CONNECTIONS = 4  # of each process
TABLE = (b'{"TableName":"T01","BillingMode":"PAY_PER_REQUEST",'
         b'"AttributeDefinitions":[{"AttributeName":'
         b'"pk","AttributeType":"S"}],"KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}]}')


def request(operation, body):
    return (f"POST / HTTP/1.1\r\nHost: x\r\nX-Amz-Target: DynamoDB_20120810.{operation}\r\n"
            "X-Amz-Date: 20261130T000000Z\r\nAuthorization: AWS4-HMAC-SHA256 Credential=k/20261130/"
            "us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=a\r\n"
            f"Content-Type: application/x-amz-json-1.0\r\nContent-Length: {len(body)}\r\n\r\n"
            ).encode() + body


def call(connection, data):
    connection.sendall(data)
    reply = connection.recv(4096)
    assert reply.startswith(b"HTTP/1.1 200"), reply


def put(number):
    return request("PutItem", b'{"TableName":"T01","Item":{"pk":{"S":"item-%09d"},"n":{"N":"%d"},'
                              b'"text":{"S":"%s"}}}' % (number, number, b"x" * 150))


def load(port, process, seconds, total):
    counts = [0] * CONNECTIONS

    def run(index):
        connection = socket.create_connection(("127.0.0.1", port))
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        end = time.monotonic() + seconds
        number = (process * CONNECTIONS + index) * 10_000_000
        while time.monotonic() < end:
            call(connection, put(number + counts[index] % 20_000))
            counts[index] += 1

    threads = [threading.Thread(target=run, args=(index,)) for index in range(CONNECTIONS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with total.get_lock():
        total.value += sum(counts)


def measure(stator, seconds, *flags):
    server = subprocess.Popen([stator, "serve", "--port", "0", "--host", "127.0.0.1", *flags],
                              stdout=subprocess.PIPE)
    port = int(re.search(rb":(\d+)\n", server.stdout.readline()).group(1))
    call(socket.create_connection(("127.0.0.1", port)), request("CreateTable", TABLE))
    total = multiprocessing.Value("q", 0)
    loads = [multiprocessing.Process(target=load, args=(port, process, seconds, total))
             for process in range(PROCESSES)]
    for each in loads:
        each.start()
    for each in loads:
        each.join()
    used = os.times()
    server.send_signal(signal.SIGTERM)
    server.communicate(timeout=60)
    cpu = os.times().children_user + os.times().children_system
    cpu -= used.children_user + used.children_system
    return total.value / seconds, cpu / total.value * 1e6


def main():
    stator = sys.argv[1]
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 5
    for name, flags in (("in memory", []), ("--sync interval", ["--sync", "interval"]),
                        ("--sync always", ["--sync", "always"])):
        directory = tempfile.mkdtemp(prefix="stator-cost-")
        try:
            rate, cpu = measure(stator, seconds,
                                *(["--data-dir", directory, *flags] if flags else []))
        finally:
            shutil.rmtree(directory)
        print(f"{name:16} {rate:9.0f} requests a second, {cpu:6.1f} us of the server's CPU each")
    return 0


if __name__ == "__main__":
    sys.exit(main())
