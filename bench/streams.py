"""What a stream costs the writes of its table."""

import json
import time

import operations
import servers
from connection import message
from results import AtMost, Row

WRITES = 10_000
ROUNDS = 7
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


def seconds(has_stream, puts):
    """What the writes take on a server of its own: by the clock, and of the server's CPU."""
    with servers.stator() as server:
        server.call("CreateTable", definition(has_stream))
        with server.connect() as connection:
            cpu = server.cpu_seconds()
            start = time.perf_counter()
            for put in puts:
                connection.exchange(put)
            return time.perf_counter() - start, server.cpu_seconds() - cpu


def ratios():
    """(clock, CPU) of each round: one run with a stream and one without, first one, then the
    other, so that a machine that gets slower does not count for either."""
    puts = list(requests())
    for number in range(ROUNDS):
        has_stream = number % 2 == 0
        first, second = seconds(has_stream, puts), seconds(not has_stream, puts)
        with_stream, without = (first, second) if has_stream else (second, first)
        yield tuple(a / b for a, b in zip(with_stream, without))


def measure():
    clock, cpu = zip(*ratios())
    section = "A stream, as a ratio to the same writes without one"
    note = "images before and after"
    yield Row(section, f"{WRITES:,} PutItems, time", clock, "x", AtMost(RATIO_MAX), note)
    yield Row(section, f"{WRITES:,} PutItems, CPU of the server", cpu, "x", AtMost(RATIO_MAX), note)
