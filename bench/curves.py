"""Cost curves: what a request costs by number of items, of connections, and by size."""

import pathlib
import statistics

import growth
import load
import operations
import servers
import svg

FOLDER = pathlib.Path("docs/performance")
ITEMS = (1_000, 10_000, 100_000, 1_000_000)
CONNECTIONS = (1, 2, 5, 10, 20, 50, 100, 200)
SIZES = (100, 1_000, 4_000, 16_000, 64_000, 400_000)
# Keys of the tables of large items: enough that they are not all in a cache.
SIZED_KEYS = 100
BARE = "bare server"


def items_plot(costs):
    series = {title.split(",")[0].split(" ")[0]: [
        (items, statistics.median(values)) for items, values in sorted(by_size.items())]
        for title, by_size in costs.items()}
    return svg.Plot("CPU per request by number of items", "items in the table", "µs", series)


def connection_plots(rounds):
    """Requests per second and the 99th percentile of waiting, by number of connections."""
    per_second, p99 = {}, {}
    with servers.stator(min(2, servers.cores())) as stator, servers.ceiling(350) as bare:
        operations.load_table(stator)
        measured = [(operations.GET.name, stator, operations.GET),
                    (operations.PUT.name, stator, operations.PUT), (BARE, bare, operations.GET)]
        for connections in CONNECTIONS:
            for title, server, operation in measured:
                runs = [load.run(server, operation.name, operation.request, 1, connections)
                        for _ in range(rounds)]
                for series, member in ((per_second, "per_second"), (p99, "p99_ms")):
                    series.setdefault(title, []).append(
                        (connections, statistics.median(run[member] for run in runs)))
    return [
        svg.Plot("Throughput by number of connections", "connections", "requests per second",
                 per_second),
        svg.Plot("99th percentile of the time to answer", "connections", "ms", p99, y_is_log=True),
    ]


def sized(item_bytes):
    """A template of an item of exactly that size."""
    names_and_key = len("pk") + len("user#") + operations.KEY_DIGITS + len("data")
    return {"pk": {"S": "user#@key"}, "data": {"S": "d" * (item_bytes - names_and_key)}}


def size_plot(rounds):
    series = {}
    get = {"TableName": operations.TABLE, "Key": {"pk": {"S": "user#@key"}}}
    for item_bytes in SIZES:
        put = {"TableName": operations.TABLE, "Item": sized(item_bytes)}
        with servers.stator() as stator, servers.ceiling(item_bytes) as bare:
            stator.call("CreateTable", operations.table_definition(operations.TABLE, ("pk",)))
            operations.put_all(stator, operations.texts(put["Item"], SIZED_KEYS))
            for title, server, name, request in (
                    ("GetItem", stator, "GetItem", get), ("PutItem", stator, "PutItem", put),
                    (f"{BARE}: answer", bare, "GetItem", get),
                    (f"{BARE}: request", bare, "PutItem", put)):
                cpu = [load.run(server, name, request, 1, keys=SIZED_KEYS)["cpu_us"]
                       for _ in range(rounds)]
                series.setdefault(title, []).append((item_bytes, statistics.median(cpu)))
    return svg.Plot("CPU per request by size of the item", "bytes of the item", "µs", series,
                    y_is_log=True)


def draw(plan):
    """Measures, writes the plots, and returns the costs by number of items."""
    costs = growth.measure(ITEMS, plan)
    throughput, waiting = connection_plots(plan.rounds_small)
    plots = {"items": items_plot(costs), "connections": throughput, "waiting": waiting,
             "sizes": size_plot(plan.rounds_small)}
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, plot in plots.items():
        (FOLDER / f"{name}.svg").write_text(svg.render(plot), encoding="utf-8")
    return costs
