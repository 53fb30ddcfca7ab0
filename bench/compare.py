"""What a request costs: as a ratio to a bare Beast server, and beside dynalite.

Everything is measured in turn, round by round. A ratio is taken within a round, so that a machine
that slows down between rounds does not spoil it.
"""

import json
import operator
from statistics import median

import load
import operations
import servers
from results import AtLeast, AtMost, Row

OTHER = "CPU per request, as a ratio to the other build"
CPU = "CPU of the server per request, as a ratio to a bare Beast server"
PEER = "Requests per second, as a ratio to dynalite 4"
ITEMS = 2000
DYNALITE_RATIO_MIN = 5


def answer_bytes(server, operation):
    request = json.loads(load.filled(json.dumps(operation.request)))
    return len(json.dumps(server.call(operation.name, request), separators=(",", ":")))


def cpu_row(section, title, target, ours, theirs):
    """The ratio of two servers' CPU, round by round."""
    costs, other_costs = ([run["cpu_us"] for run in runs] for runs in (ours, theirs))
    note = f"{median(costs):.1f} µs against {median(other_costs):.1f} µs"
    return Row(section, title, tuple(map(operator.truediv, costs, other_costs)), "x", target, note)


def peer_row(operation, ours, theirs):
    ratios = tuple(o["per_second"] / t["per_second"] for o, t in zip(ours, theirs))
    note = "npm could not install dynalite"
    if ratios:
        note = f"{median([run['per_second'] for run in ours]):,.0f} per second here"
    return Row(PEER, operation.title, ratios, "x", AtLeast(DYNALITE_RATIO_MIN), note)


def measure_operation(operation, stator, peer, plan):
    """The rows of one operation."""
    ours, bare, theirs = [], [], []

    def take(server, runs):
        runs.append(load.run(server, operation.name, operation.request, plan.seconds,
                             keys=ITEMS // 2))

    with servers.ceiling(answer_bytes(stator, operation)) as ceiling:
        for number in range(plan.rounds):
            take(ceiling, bare)
            take(stator, ours)
            if peer and operation.dynalite_has_it and number < plan.rounds_peer:
                take(peer, theirs)
    rows = [cpu_row(CPU, operation.title, AtMost(operation.ratio_max), ours, bare)]
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
    return cpu_row(CPU, "for information: the leanest Beast server", None, lean, bare)


def measure_builds(other_binaries, plan):
    """This build against another one: what a change gave."""
    rows = []
    with servers.stator() as new, servers.stator(binaries=other_binaries) as old:
        for server in (old, new):
            operations.load_table(server, ITEMS)
        for operation in operations.OPERATIONS:
            runs = {new: [], old: []}
            for _ in range(plan.rounds):
                for server in (old, new):
                    runs[server].append(load.run(server, operation.name, operation.request,
                                                 plan.seconds, keys=ITEMS // 2))
            rows.append(cpu_row(OTHER, operation.title, None, runs[new], runs[old]))
    return rows


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
