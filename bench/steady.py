"""Whether large work makes other connections wait: GetItems are timed while it goes on.

The machine may be small and busy. So server and probe get a higher priority than the rest where
that is allowed, and the same GetItems are also timed against the bare server, which has no locks
and nothing else to do, while two processes compute in place of the busy server and its client: what
they wait there is the machine's.
"""

import contextlib
import json
import multiprocessing
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import operations
import servers
from connection import Connection, message
from results import AtMost, Row

SECTION = "A GetItem while large work goes on: the longest wait"
WAIT_MS_MAX = 10
SEGMENTS = 2
INDEXES = 20
CLIENT_NICENESS = 10
CONTROL_SECONDS = 5
DELETE_SECONDS = 3
BIG, LOADED, INDEXED, SMALL, IMPORTED = "big", "loaded", "indexed", "small", "imported"
BUCKET = "bucket"


class Probe:
    """Times GetItems in a process of its own while the block runs."""

    def __init__(self, server, table, keys):
        self.command = [sys.executable, "bench/probe.py", str(server.port), table, str(keys)]
        self.latencies = []

    def __enter__(self):
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, text=True,
                                        stdout=subprocess.PIPE)
        servers.prefer(self.process.pid)
        time.sleep(0.3)
        return self

    def __exit__(self, *_):
        output, _ = self.process.communicate()
        self.latencies = sorted(json.loads(output))


def percentile(ordered, percent):
    """Of values in ascending order: the least that so many percent are not above."""
    return ordered[max(0, -(-len(ordered) * percent // 100) - 1)]


def row(name, latencies, seconds, target=None):
    late = sum(each > WAIT_MS_MAX for each in latencies)
    note = (f"p50 {percentile(latencies, 50):.2f}, p99 {percentile(latencies, 99):.2f} ms; "
            f"{late} of {len(latencies):,} over {WAIT_MS_MAX} ms; {seconds:.1f} s")
    return Row(SECTION, name, (latencies[-1],), "ms", target, note)


def timed(server, table, keys, name, work):
    """The row of a piece of work."""
    with Probe(server, table, keys) as probe:
        started = time.monotonic()
        work()
        seconds = time.monotonic() - started
    return row(name, probe.latencies, seconds, AtMost(WAIT_MS_MAX))


def in_processes(function, arguments):
    """Runs function(*each) for all arguments at once, with less priority than server and probe."""
    def lowered(*each):
        os.nice(CLIENT_NICENESS)
        function(*each)

    context = multiprocessing.get_context("fork")
    processes = [context.Process(target=lowered, args=each) for each in arguments]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
        if process.exitcode != 0:
            raise RuntimeError("a client failed")


def scan_segment(port, table, segment):
    request = {"TableName": table, "Segment": segment, "TotalSegments": SEGMENTS}
    last_key = b'"LastEvaluatedKey":'
    with Connection(port) as connection:
        while True:
            body = json.dumps(request).encode()
            answer = connection.exchange(message("Scan", body))
            at = answer.rfind(last_key)
            if at < 0:
                return
            # The page itself is not looked at: a megabyte of JSON would keep the client busy.
            request["ExclusiveStartKey"] = json.JSONDecoder().raw_decode(
                answer[at + len(last_key):].decode())[0]


def fill(server, table, items):
    operations.put_all(server, operations.texts(operations.user(sort="a"), items), table)


def add_indexes(server, table):
    """Adds all the indexes that a table may have, each when the one before it is ready."""
    with server.connect() as connection:
        for number in range(INDEXES):
            connection.call("UpdateTable", {
                "TableName": table,
                "AttributeDefinitions": [{"AttributeName": "group", "AttributeType": "S"}],
                "GlobalSecondaryIndexUpdates": [{"Create": {
                    "IndexName": f"index{number:02d}",
                    "KeySchema": operations.key_schema("group"),
                    "Projection": {"ProjectionType": "ALL"}}}]})
            while not is_active(connection.call("DescribeTable", {"TableName": table})["Table"]):
                time.sleep(0.005)


def is_active(table):
    return table["TableStatus"] == "ACTIVE" and all(
        index["IndexStatus"] == "ACTIVE" for index in table["GlobalSecondaryIndexes"])


def import_file(folder, items):
    """A bucket in the folder, with one object of so many lines."""
    (folder / BUCKET).mkdir()
    with open(folder / BUCKET / "items.json", "w", encoding="ascii") as lines:
        for text in operations.texts(operations.user(sort="a"), items):
            lines.write(f'{{"Item":{text}}}\n')


def import_table(server, table):
    """An import, until it has ended."""
    definition = operations.table_definition(table, ("pk",))
    with server.connect() as connection:
        description = connection.call("ImportTable", {
            "S3BucketSource": {"S3Bucket": BUCKET}, "InputFormat": "DYNAMODB_JSON",
            "TableCreationParameters": definition})["ImportTableDescription"]
        while description["ImportStatus"] == "IN_PROGRESS":
            time.sleep(0.005)
            description = connection.call("DescribeImport", {
                "ImportArn": description["ImportArn"]})["ImportTableDescription"]
        if description["ImportStatus"] != "COMPLETED":
            raise RuntimeError(f"the import ended as {description}")


def spin(seconds):
    servers.prefer(os.getpid())
    compute(seconds)


def compute(seconds):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        pass


def control_rows(server):
    """The same GetItems against the bare server: with an idle machine, and with a busy one."""
    servers.prefer(server.process.pid)
    with Probe(server, SMALL, 1000) as probe:
        time.sleep(CONTROL_SECONDS)
    yield row("bare server, nothing else to do", probe.latencies, CONTROL_SECONDS)
    context = multiprocessing.get_context("fork")
    with Probe(server, SMALL, 1000) as probe:
        busy = context.Process(target=spin, args=(CONTROL_SECONDS,))
        busy.start()
        in_processes(compute, [(CONTROL_SECONDS,)])
        busy.join()
    yield row("bare server, two processes computing", probe.latencies, CONTROL_SECONDS)


def create(server, table, items):
    server.call("CreateTable", operations.table_definition(table, ("pk",)))
    fill(server, table, items)


def measure(plan):
    tenth = plan.items // 10
    rows = []
    with contextlib.ExitStack() as stack:
        rows += control_rows(stack.enter_context(servers.ceiling(350)))
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()))
        import_file(folder, tenth)
        server = stack.enter_context(
            servers.stator(min(2, servers.cores()), flags=("--s3-dir", str(folder))))
        servers.prefer(server.process.pid)
        for table, items in ((BIG, plan.items), (INDEXED, tenth), (LOADED, 1000), (SMALL, 1000)):
            create(server, table, items)
        rows.append(timed(
            server, BIG, plan.items, f"parallel Scan of {plan.items:,} items",
            lambda: in_processes(scan_segment,
                                 [(server.port, BIG, segment) for segment in range(SEGMENTS)])))
        rows.append(timed(
            server, LOADED, 1000, f"BatchWriteItem of {tenth:,} items, 25 at a time",
            lambda: in_processes(fill, [(server, LOADED, tenth)])))
        rows.append(timed(
            server, SMALL, 1000, f"ImportTable of {tenth:,} items",
            lambda: in_processes(import_table, [(server, IMPORTED)])))
        rows.append(timed(
            server, INDEXED, tenth, f"{INDEXES} indexes added to {tenth:,} items",
            lambda: in_processes(add_indexes, [(server, INDEXED)])))

        def delete():
            server.call("DeleteTable", {"TableName": BIG})
            time.sleep(DELETE_SECONDS)
        rows.append(timed(server, SMALL, 1000, f"DeleteTable of {plan.items:,} items", delete))
    return rows
