"""What a stream costs the writes of its table."""

import json

import operations
import servers
from connection import message
from results import AtMost, Row

WRITES = 10_000
ROUNDS = 5
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
    """The CPU that a server of its own uses for the writes."""
    with servers.stator() as server:
        server.call("CreateTable", definition(has_stream))
        with server.connect() as connection:
            before = server.cpu_seconds()
            for put in puts:
                connection.exchange(put)
            return server.cpu_seconds() - before


def measure():
    puts = list(requests())
    ratios = tuple(seconds(True, puts) / seconds(False, puts) for _ in range(ROUNDS))
    section = "CPU per request with a stream, as a ratio to one without"
    yield Row(section, f"{WRITES:,} PutItems", ratios, "x", AtMost(RATIO_MAX),
              "images before and after")
