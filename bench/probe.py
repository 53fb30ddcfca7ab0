"""A GetItem every millisecond, until standard input ends: how long did each take?

usage: probe.py PORT TABLE KEYS

A process of its own, so that no load in the same interpreter makes it wait. Prints the latencies in
milliseconds as a JSON list.
"""

import gc
import json
import random
import select
import sys
import time

from connection import Connection, message
from load import KEY_DIGITS

PAUSE_SECONDS = 0.001


def main():
    port, table, keys = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    template = json.dumps({"TableName": table, "Key": {"pk": {"S": "user#@key"}}})
    before, after = message("GetItem", template.replace("@key", "0" * KEY_DIGITS).encode()).split(
        b"0" * KEY_DIGITS + b'"')
    latencies = []
    gc.disable()
    with Connection(port) as connection:
        while not select.select([sys.stdin], [], [], PAUSE_SECONDS)[0]:
            key = f"{random.randrange(keys):0{KEY_DIGITS}d}".encode()
            request = before + key + b'"' + after
            started = time.perf_counter_ns()
            connection.exchange(request)
            latencies.append((time.perf_counter_ns() - started) / 1e6)
    json.dump(latencies, sys.stdout)


if __name__ == "__main__":
    main()
