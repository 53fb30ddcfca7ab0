"""What a stream costs the writes of its table."""

import contextlib
import json
import time

import operations
import servers
from connection import message
from results import AtMost, Row

WRITES = 10_000
CHUNK = 500
RATIO_MAX = 1.15


def definition(has_stream):
    request = operations.table_definition(operations.TABLE, ("pk", "sk"))
    if has_stream:
        request["StreamSpecification"] = {
            "StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"}
    return request


def requests():
    """Puts over few items, so that every record but the first ones has two images."""
    for number in range(WRITES):
        item = operations.user(f"{number % 1000:07d}", draw=f"{100_000 + number}")
        body = json.dumps({"TableName": operations.TABLE, "Item": item}, separators=(",", ":"))
        yield message("PutItem", body.encode())


class Writer:
    """A server of its own, with a stream or without, and what its writes have taken so far."""

    def __init__(self, stack, has_stream):
        self.server = stack.enter_context(servers.stator())
        # Whether a server shares its core with its client changes its cost threefold, and lasts.
        servers.pin(self.server, (0,))
        self.server.call("CreateTable", definition(has_stream))
        self.connection = stack.enter_context(self.server.connect())
        self.first_cpu = self.server.cpu_seconds()
        self.seconds = 0

    def write(self, puts):
        start = time.perf_counter()
        for put in puts:
            self.connection.exchange(put)
        self.seconds += time.perf_counter() - start

    def cpu_seconds(self):
        return self.server.cpu_seconds() - self.first_cpu


def ratio(puts):
    """(clock, CPU) of one round. Both servers get their writes in turn, a few at a time, so that a
    machine that gets slower does so for both."""
    with contextlib.ExitStack() as stack:
        with_stream, without = Writer(stack, True), Writer(stack, False)
        for start in range(0, WRITES, CHUNK):
            chunk = puts[start:start + CHUNK]
            with_stream.write(chunk)
            without.write(chunk)
        return (with_stream.seconds / without.seconds,
                with_stream.cpu_seconds() / without.cpu_seconds())


def measure(plan):
    puts = list(requests())
    clock, cpu = zip(*(ratio(puts) for _ in range(plan.rounds)))
    section = "A stream, as a ratio to the same writes without one"
    note = "images before and after"
    yield Row(section, f"{WRITES:,} PutItems, time", clock, "x", AtMost(RATIO_MAX), note)
    yield Row(section, f"{WRITES:,} PutItems, CPU of the server", cpu, "x", AtMost(RATIO_MAX), note)
