#!/usr/bin/env python3
"""What the server does under load, and with clients that behave badly. Within a minute.

usage: faults_check.py PATH_OF_STATOR [WORD...]

Starts the binary on free ports of this machine. The figures that it prints are those of
docs/RELIABILITY.md. The last line is "N passed, N failed". Needs nothing but Python's standard
library, and 10,500 descriptors (`ulimit -Hn`) for the check of as many connections.
"""

import http.client
import json
import os
import pathlib
import random
import re
import resource
import select
import selectors
import socket
import struct
import sys
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path += [str(HERE.parent / "http"), str(HERE.parents[1] / "script/lib")]
from check_runner import Skipped, check, run_checks  # noqa: E402
from http_harness import AUTHORIZATION, GET, Reply, Server, exchange, request_bytes  # noqa: E402

IDLE_CONNECTIONS = 10_000
BUSY_CONNECTIONS = 200
BUSY_SECONDS = 3
LATENCY_MAX = 3  # seconds; what is in the way of others blocks them for longer
IDLE_BYTES_MAX = 16 * 1024  # what one idle connection may take of the server's memory
WRITERS = 32
WRITE_SECONDS = 5
COUNTERS = 10
TABLE = "load"


def allow_descriptors(count):
    """Raises this process's limit, and that of the servers it starts."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < count:
        raise Skipped(f"this takes {count} descriptors, and ulimit -Hn is {hard}")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, count), hard))


def resident_bytes(server):
    status = pathlib.Path(f"/proc/{server.process.pid}/status").read_text(encoding="ascii")
    return int(re.search(r"VmRSS:\s+(\d+)", status).group(1)) * 1024


def is_sanitized():
    with open(Server.path, "rb") as binary:
        return re.search(rb"__(asan|tsan|ubsan)_", binary.read()) is not None


class Client:
    """Calls on one connection."""

    def __init__(self, server):
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.connection.close()

    def call(self, operation, **request):
        """The status and the answer."""
        self.connection.request("POST", "/", json.dumps(request), {
            "X-Amz-Target": f"DynamoDB_20120810.{operation}", "X-Amz-Date": "20261130T000000Z",
            "Content-Type": "application/x-amz-json-1.0", "Authorization": AUTHORIZATION})
        answer = self.connection.getresponse()
        return answer.status, json.loads(answer.read() or b"{}")

    def make_table(self):
        status, answer = self.call(
            "CreateTable", TableName=TABLE, BillingMode="PAY_PER_REQUEST",
            AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "S"}],
            KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}])
        assert status == 200, answer


# ---------------------------------------------------------------- many connections


def connect_idle(server, count):
    """Connections that have had one answer, to several of this machine's addresses."""
    connections = []
    for number in range(count):
        connection = server.connect(f"127.0.0.{1 + number % 8}")
        connection.sendall(GET)
        connections.append(connection)
        if number % 200 == 199:
            for each in connections[-200:]:
                each.recv(4096)
    return connections


def keep_busy(server, seconds):
    """BUSY_CONNECTIONS put items, each the next one after its answer; the times that took."""
    times = []
    end = time.perf_counter() + seconds
    body = {"TableName": TABLE, "Item": {"pk": {"S": "busy"}, "text": {"S": "x" * 200}}}
    put = request_bytes(json.dumps(body).encode(), operation="PutItem")
    with selectors.DefaultSelector() as selector:
        for _ in range(BUSY_CONNECTIONS):
            connection = server.connect()
            connection.sendall(put)
            selector.register(connection, selectors.EVENT_READ, [time.perf_counter()])
        while selector.get_map():
            for key, _ in selector.select():
                answer = key.fileobj.recv(4096)
                now = time.perf_counter()
                assert answer.startswith(b"HTTP/1.1 200 ") and answer.endswith(b"{}"), answer
                times.append(now - key.data[0])
                if now > end:
                    selector.unregister(key.fileobj)
                    key.fileobj.close()
                else:
                    key.data[0] = now
                    key.fileobj.sendall(put)
    return sorted(times)


def describe(times):
    milliseconds = [times[int(len(times) * share)] * 1000 for share in (0.5, 0.99)]
    return (f"{len(times) / BUSY_SECONDS:,.0f} requests a second, "
            "p50 {:.1f} ms, p99 {:.1f} ms".format(*milliseconds))


@check
def serves_busy_connections_beside_ten_thousand_idle_ones():
    allow_descriptors(IDLE_CONNECTIONS + 500)
    with Server() as server, Client(server) as client:
        client.make_table()
        alone = keep_busy(server, BUSY_SECONDS)
        before = resident_bytes(server)
        start = time.perf_counter()
        idle = connect_idle(server, IDLE_CONNECTIONS)
        seconds = time.perf_counter() - start
        each = (resident_bytes(server) - before) / IDLE_CONNECTIONS
        together = keep_busy(server, BUSY_SECONDS)
        print(f"     {IDLE_CONNECTIONS:,} connections in {seconds:.1f} s, {each:,.0f} bytes each\n"
              f"     {BUSY_CONNECTIONS} busy ones alone: {describe(alone)}\n"
              f"     beside the idle ones: {describe(together)}")
        for connection in random.sample(idle, 200):
            assert exchange(connection, GET).status == 200
        for connection in idle:
            connection.close()
        assert together[int(len(together) * 0.99)] < LATENCY_MAX
        assert is_sanitized() or each < IDLE_BYTES_MAX


# ---------------------------------------------------------------- clients that behave badly


@check
def serves_others_while_hundreds_of_clients_dribble():
    """Slow loris: a byte now and then, so that no request is ever whole."""
    with Server() as server, server.connect() as other:
        data = request_bytes()
        slow = [server.connect() for _ in range(500)]
        for position in range(30):
            for connection in slow:
                connection.sendall(data[position:position + 1])
            start = time.perf_counter()
            assert exchange(other, request_bytes()).status == 200
            assert time.perf_counter() - start < LATENCY_MAX
        for connection in slow:
            connection.sendall(data[30:])
        for connection in slow:
            assert exchange(connection, b"").status == 200
            connection.close()


@check
def answers_hundreds_that_closed_their_sending_half():
    with Server() as server:
        connections = [server.connect() for _ in range(300)]
        for connection in connections:
            connection.sendall(request_bytes())
            connection.shutdown(socket.SHUT_WR)
        for connection in connections:
            with connection.makefile("rb") as file:
                assert Reply(file).status == 200
                assert file.read() == b""
            connection.close()


@check
def holds_little_for_clients_that_never_read():
    with Server() as server, Client(server) as client:
        client.make_table()
        for number in range(40):
            client.call("PutItem", TableName=TABLE,
                        Item={"pk": {"S": f"{number}"}, "text": {"S": "x" * 25_000}})
        before = resident_bytes(server)
        scan = request_bytes(json.dumps({"TableName": TABLE}).encode(), operation="Scan")
        deaf = [server.connect() for _ in range(50)]
        for connection in deaf:
            connection.sendall(scan * 4)  # a megabyte of answers each
        for _ in range(200):
            start = time.perf_counter()
            assert client.call("GetItem", TableName=TABLE, Key={"pk": {"S": "1"}})[0] == 200
            assert time.perf_counter() - start < LATENCY_MAX
        grown = (resident_bytes(server) - before) / len(deaf)
        print(f"     {grown / 1024:,.0f} KiB for each of them")
        for connection in deaf:
            connection.close()
        # One answer, and what the next request takes; not all four.
        assert is_sanitized() or grown < 2.5 * 1024 * 1024, f"{grown:,.0f} bytes"


@check
def survives_thousands_that_vanish():
    with Server() as server, server.connect() as other:
        chance = random.Random(1)
        data = request_bytes()
        for _ in range(2000):
            connection = server.connect()
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            connection.sendall(data[:chance.randrange(len(data) + 1)])
            connection.close()  # which resets it
        assert exchange(other, request_bytes()).status == 200
        time.sleep(0.2)
        descriptors = len(os.listdir(f"/proc/{server.process.pid}/fd"))
        assert descriptors < 60, f"{descriptors} descriptors"


@check
def goes_on_when_descriptors_are_used_up():
    if is_sanitized():
        raise Skipped("sanitizers need descriptors of their own")

    def few_descriptors():
        resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))

    with Server(preexec=few_descriptors) as server:
        connections = [server.connect() for _ in range(100)]  # the rest waits in the backlog
        for _ in range(50):
            assert exchange(connections[0], GET).status == 200
        said, _, _ = select.select([server.process.stderr], [], [], 10)
        assert said, "it says nothing"
        line = server.process.stderr.readline().decode()
        assert "new connections wait until others are closed: Too many open files" in line, line
        ticks = cpu_ticks(server)
        time.sleep(0.5)
        assert cpu_ticks(server) - ticks <= 5, "it spins"
        for connection in connections[:60]:
            connection.close()
        for connection in connections[60:]:
            assert exchange(connection, GET).status == 200
            connection.close()
        with server.connect() as late:
            assert exchange(late, GET).status == 200
        server.end()
        assert server.process.stderr.read() == b"", "it says more than one line"


def cpu_ticks(server):
    """Hundredths of a second."""
    fields = pathlib.Path(f"/proc/{server.process.pid}/stat").read_text(encoding="ascii")
    user, system = fields.rpartition(")")[2].split()[11:13]
    return int(user) + int(system)


# ---------------------------------------------------------------- contention


class Writer(threading.Thread):
    """Increments counters in three ways until the end, and counts what was acknowledged."""

    def __init__(self, server, seed, end):
        super().__init__()
        self.server, self.chance, self.end = server, random.Random(seed), end
        self.acknowledged = [0] * COUNTERS
        self.refused = 0
        self.failure = None

    def run(self):
        ways = [self.add, self.transact, self.compare]
        try:
            with Client(self.server) as self.client:
                while time.monotonic() < self.end:
                    self.chance.choice(ways)()
        except Exception as failure:  # noqa: BLE001: it is raised where the writers are waited for
            self.failure = failure

    def settle(self, answer, counters, refusals):
        status, body = answer
        if status == 200:
            for counter in counters:
                self.acknowledged[counter] += 1
        else:
            name = body["__type"].partition("#")[2]
            assert name in refusals, body
            self.refused += 1

    def key(self, counter):
        return {"pk": {"S": f"counter-{counter}"}}

    def increment(self, counter):
        return {"TableName": TABLE, "Key": self.key(counter), "UpdateExpression": "ADD n :one",
                "ExpressionAttributeValues": {":one": {"N": "1"}}}

    def add(self):
        counter = self.chance.randrange(COUNTERS)
        self.settle(self.client.call("UpdateItem", **self.increment(counter)), [counter], ())

    def transact(self):
        counters = self.chance.sample(range(COUNTERS), 3)
        items = [{"Update": self.increment(counter)} for counter in counters]
        answer = self.client.call("TransactWriteItems", TransactItems=items)
        self.settle(answer, counters, ("TransactionCanceledException",))

    def compare(self):
        counter = self.chance.randrange(COUNTERS)
        _, got = self.client.call("GetItem", TableName=TABLE, Key=self.key(counter),
                                  ConsistentRead=True)
        seen = int(got["Item"]["n"]["N"])
        answer = self.client.call(
            "UpdateItem", TableName=TABLE, Key=self.key(counter), UpdateExpression="SET n = :new",
            ConditionExpression="n = :seen", ExpressionAttributeValues={
                ":seen": {"N": str(seen)}, ":new": {"N": str(seen + 1)}})
        self.settle(answer, [counter], ("ConditionalCheckFailedException",))


@check
def counts_every_acknowledged_increment():
    with Server() as server, Client(server) as client:
        client.make_table()
        for counter in range(COUNTERS):
            client.call("PutItem", TableName=TABLE,
                        Item={"pk": {"S": f"counter-{counter}"}, "n": {"N": "0"}})
        end = time.monotonic() + WRITE_SECONDS
        writers = [Writer(server, seed, end) for seed in range(WRITERS)]
        for writer in writers:
            writer.start()
        for writer in writers:
            writer.join()
        failures = [writer.failure for writer in writers if writer.failure]
        assert not failures, repr(failures[0])
        acknowledged = [sum(each) for each in zip(*(writer.acknowledged for writer in writers))]
        refused = sum(writer.refused for writer in writers)
        print(f"     {WRITERS} writers: {sum(acknowledged):,} increments acknowledged, "
              f"{refused:,} calls refused")
        for counter, expected in enumerate(acknowledged):
            item = client.call("GetItem", TableName=TABLE, ConsistentRead=True,
                               Key={"pk": {"S": f"counter-{counter}"}})[1]["Item"]
            assert int(item["n"]["N"]) == expected, f"counter {counter}: {item}, not {expected}"
        assert refused > 0, "nobody met anybody"


def main():
    Server.path = os.path.abspath(sys.argv[1])
    return run_checks(sys.argv[2:])


if __name__ == "__main__":
    sys.exit(main())
