"""What a request costs: as a ratio to a bare Beast server, and beside dynalite.

Everything is measured in turn, round by round. A ratio is taken within a round, so that a machine
that slows down between rounds does not spoil it.
"""

import json

import load
import operations
import servers
from results import AtLeast, AtMost, Row

CPU = "CPU of the server per request, as a ratio to a bare Beast server"
PEER = "Requests per second, as a ratio to dynalite 4"
ITEMS = 2000
DYNALITE_RATIO_MIN = 5


def answer_bytes(server, operation):
    request = json.loads(load.filled(json.dumps(operation.request)))
    return len(json.dumps(server.call(operation.name, request), separators=(",", ":")))


def cpu_row(operation, ours, bare):
    median_us = Row("", "", tuple(r["cpu_us"] for r in ours), "µs").value
    bare_us = Row("", "", tuple(r["cpu_us"] for r in bare), "µs").value
    return Row(CPU, operation.title,
               tuple(o["cpu_us"] / b["cpu_us"] for o, b in zip(ours, bare)), "x",
               AtMost(operation.ratio_max), f"{median_us:.1f} µs against {bare_us:.1f} µs")


def peer_row(operation, ours, theirs):
    ratios = tuple(o["per_second"] / t["per_second"] for o, t in zip(ours, theirs))
    per_second = Row("", "", tuple(r["per_second"] for r in ours), "").value
    note = f"{per_second:,.0f} per second here" if ratios else "npm could not install dynalite"
    return Row(PEER, operation.title, ratios, "x", AtLeast(DYNALITE_RATIO_MIN), note)


def measure_operation(operation, stator, peer, plan):
    """The rows of one operation."""
    ours, bare, theirs = [], [], []

    def take(server, runs):
        runs.append(load.run(server, operation.name, operation.request, plan.seconds,
                             keys=ITEMS // 2))

    with servers.ceiling(answer_bytes(stator, operation)) as ceiling:
        for _ in range(plan.rounds):
            take(ceiling, bare)
            take(stator, ours)
            if peer and operation.dynalite_has_it:
                take(peer, theirs)
    rows = [cpu_row(operation, ours, bare)]
    if operation.dynalite_has_it:
        rows.append(peer_row(operation, ours, theirs))
    return rows


def measure_lean(stator, plan):
    """For information: the leanest server that Beast allows, with the same answer as GetItem."""
    bare, lean = [], []
    size = answer_bytes(stator, operations.GET)
    with servers.ceiling(size) as usual, servers.ceiling(size, "lean") as other:
        for _ in range(plan.rounds):
            for server, runs in ((usual, bare), (other, lean)):
                runs.append(load.run(server, operations.GET.name, operations.GET.request,
                                     plan.seconds))
    ratios = tuple(o["cpu_us"] / b["cpu_us"] for o, b in zip(lean, bare))
    return Row(CPU, "the leanest Beast server", ratios, "x", None, "the floor, for information")


def measure(plan):
    rows = []
    with servers.stator() as stator:
        operations.load_table(stator, ITEMS)
        peer = servers.dynalite()
        try:
            if peer:
                operations.load_table(peer, ITEMS)
            for operation in operations.OPERATIONS:
                rows += measure_operation(operation, stator, peer, plan)
        finally:
            if peer:
                peer.stop()
        if not plan.is_quick:
            rows.append(measure_lean(stator, plan))
    return rows
