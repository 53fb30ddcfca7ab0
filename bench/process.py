"""Start and memory of the process."""

import os
import signal
import time

import operations
import servers
from connection import Connection, message
from results import AtMost, Row

SECTION = "The process"
ITEMS = 10_000
ITEM_BYTES = 1024
ATTRIBUTES = (2, 5, 10)
STARTS = 15


def start_ms():
    """From the call that makes the process to the last byte of the first answer."""
    request = message("ListTables", b"{}")
    command = servers.stator_command()
    read_end, write_end = os.pipe()
    actions = [(os.POSIX_SPAWN_DUP2, write_end, 1), (os.POSIX_SPAWN_CLOSE, read_end)]
    started = time.perf_counter()
    pid = os.posix_spawn(command[0], command, os.environ, file_actions=actions)
    os.close(write_end)
    try:
        line = os.read(read_end, 200)
        with Connection(int(line.rsplit(b":", 1)[1])) as connection:
            connection.exchange(request)
        return (time.perf_counter() - started) * 1000
    finally:
        os.close(read_end)
        os.kill(pid, signal.SIGTERM)
        os.waitpid(pid, 0)


def idle_mib():
    with servers.stator() as server:
        server.call("ListTables", {})
        return server.resident_kib() / 1024


def sized_item(attributes):
    """A template of that many attributes, of one kilobyte as the service counts."""
    filler = attributes - 1
    names = [f"field{number:02d}" for number in range(filler)]
    key_bytes = len("pk") + len("user#") + operations.KEY_DIGITS
    left = ITEM_BYTES - key_bytes - sum(map(len, names))
    item = {"pk": {"S": "user#@key"}}
    for number, name in enumerate(names):
        share = left // filler + (1 if number < left % filler else 0)
        item[name] = {"S": "d" * share}
    return item


def grown_mib(attributes):
    """What 10,000 items add to the memory of a server that has served already."""
    with servers.stator() as server:
        server.call("CreateTable", operations.table_definition(operations.TABLE, ("pk",)))
        before = server.resident_kib()
        operations.put_all(server, operations.texts(sized_item(attributes), ITEMS))
        return (server.resident_kib() - before) / 1024


def measure(plan):
    rows = [
        Row(SECTION, "process start to first answered request",
            tuple(start_ms() for _ in range(STARTS)), "ms", AtMost(3)),
        Row(SECTION, "resident when idle", tuple(idle_mib() for _ in range(3)), "MiB", AtMost(5)),
    ]
    for attributes in ATTRIBUTES:
        rounds = 1 if plan.is_quick else 3
        rows.append(Row(
            SECTION, f"10,000 items of 1 KB, {attributes} attributes: resident above idle",
            tuple(grown_mib(attributes) for _ in range(rounds)), "MiB", AtMost(15)))
    return rows
