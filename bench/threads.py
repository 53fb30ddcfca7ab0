"""One worker thread against two."""

import load
import microbench
import operations
import servers
from results import AtLeast, Row

SECTION = "Two worker threads against one"
MEASURED = [operations.GET, operations.PUT]
THROUGHPUT_RATIO_MIN = 1.7
# Two for the server, two for the load.
CORES_MIN = 4
ITEMS = 20_000
CONNECTIONS = 32


def throughput_rows(one, two, plan):
    """Requests per second, with the load generator on other cores than the server."""
    can_measure = servers.cores() >= CORES_MIN
    for operation in MEASURED:
        ratios = []
        for _ in range(plan.rounds_small if can_measure else 0):
            single, double = (
                load.run(server, operation.name, operation.request, plan.seconds_small,
                         CONNECTIONS, ITEMS // 2, threads=2, prefix=["taskset", "-c", "2,3"])
                for server in (one, two))
            ratios.append(double["per_second"] / single["per_second"])
        yield Row(SECTION, f"{operation.name}, requests per second", tuple(ratios), "x",
                  AtLeast(THROUGHPUT_RATIO_MIN),
                  "" if can_measure else f"takes {CORES_MIN} cores, of which two only for the "
                  f"load; this machine has {servers.cores()}")


def cost_rows(one, two, plan):
    """What can be seen with any number of cores: waiting for locks costs CPU and system calls."""
    for operation in MEASURED:
        ratios = []
        for _ in range(plan.rounds_small):
            single, double = (
                load.run(server, operation.name, operation.request, plan.seconds_small,
                         CONNECTIONS, ITEMS // 2)
                for server in (one, two))
            ratios.append(double["cpu_us"] / single["cpu_us"])
        yield Row(SECTION, f"{operation.name}, CPU per request", tuple(ratios), "x", None,
                  "1 when the threads do not get in each other's way")


def inner_rows(plan):
    """Calls without HTTP: nobody but the threads themselves computes, so two cores are enough."""
    if servers.cores() < 2:
        return
    times = microbench.run("handle/", 2 if plan.is_quick else 5, 0.1)
    for operation in operations.OPERATIONS:
        one, two = (times[f"handle/{operation.name}/threads:{count}"] for count in (1, 2))
        yield Row(SECTION, f"{operation.name}, calls per second without HTTP",
                  tuple(a / b for a, b in zip(one, two)), "x", None,
                  "2 when the threads do not get in each other's way")


def measure(plan):
    with servers.stator(1) as one, servers.stator(2) as two:
        if servers.cores() >= CORES_MIN:
            for server in (one, two):
                servers.pin(server, (0, 1))
        for server in (one, two):
            operations.load_table(server, ITEMS)
        rows = [*throughput_rows(one, two, plan), *cost_rows(one, two, plan)]
    return [*rows, *inner_rows(plan)]
