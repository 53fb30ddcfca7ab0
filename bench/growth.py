"""Whether the cost of a request depends on how many items there are."""

import contextlib

import load
import operations
import servers
from results import AtMost, Row

SMALL = 1000
RATIO_MAX = 1.5


def measure(sizes, plan):
    """CPU microseconds by operation and size: {title: {items: (per round, ...)}}.

    One server for every size runs all the time, so that sizes are measured in turn. Keys are drawn
    from all there are: the caches of the machine are part of what is measured. wrk holds as many
    requests for every size, since it shares those caches.
    """
    with contextlib.ExitStack() as stack:
        running = {}
        for items in sizes:
            running[items] = stack.enter_context(servers.stator())
            operations.load_table(running[items], items)
        measured = operations.HOTTEST if plan.is_quick else operations.OPERATIONS
        costs = {operation.title: {items: [] for items in sizes} for operation in measured}
        for operation in measured:
            for _ in range(plan.rounds_small):
                for items, server in running.items():
                    run = load.run(server, operation.name, operation.request, plan.seconds_small,
                                   keys=items // 2,
                                   prepared=load.prepared_for(max(sizes) // 2))
                    costs[operation.title][items].append(run["cpu_us"])
        return costs


def rows(costs):
    section = "CPU per request in a large table, as a ratio to a small one"
    for title, by_size in costs.items():
        large = max(by_size)
        ratios = tuple(b / a for a, b in zip(by_size[SMALL], by_size[large]))
        yield Row(section, title, ratios, "x", AtMost(RATIO_MAX),
                  f"{large:,} items against {SMALL:,}")
