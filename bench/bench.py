"""Measures what a request costs, as ratios within one run: machines are noisy, ratios less so.

Every figure is a median of several rounds, taken in turn with what it is compared with. CPU time is
the operating system's count for the server's process. See docs/PERFORMANCE.md.
"""

import argparse
import contextlib
import json
import os
import statistics

import load
import operations
import servers

RESULTS = "build/bench/results.json"


def median(values):
    return statistics.median(values)


def spread(values):
    """The distance from the least to the greatest, in percent of the median."""
    return (max(values) - min(values)) / median(values) * 100


def answer_bytes(server, operation, request):
    text = json.dumps(request).replace("@key", "000001")
    return len(json.dumps(server.call(operation, json.loads(text)), separators=(",", ":")))


def measure_operation(stator, dynalite, row, rounds, seconds):
    """One line of the table: this operation here, on the bare server, and on dynalite."""
    name, (operation, request), target, is_comparable = row
    peer = dynalite if is_comparable else None
    ours, bare, theirs = [], [], []
    with servers.ceiling(answer_bytes(stator, operation, request)) as ceiling:
        for _ in range(rounds):
            bare.append(load.run(ceiling, operation, request, seconds))
            ours.append(load.run(stator, operation, request, seconds))
            if peer:
                theirs.append(load.run(peer, operation, request, seconds))
    cpu = [round_["cpu_us"] for round_ in ours]
    bare_cpu = [round_["cpu_us"] for round_ in bare]
    result = {
        "name": name, "cpu_us": median(cpu), "cpu_spread_percent": spread(cpu),
        "bare_cpu_us": median(bare_cpu), "ratio": median(cpu) / median(bare_cpu),
        "target_ratio": target, "per_second": median([r["per_second"] for r in ours]),
    }
    if theirs:
        result["dynalite_per_second"] = median([r["per_second"] for r in theirs])
    return result


def measure_size(items, rounds, seconds):
    """CPU per request with that many items in the table."""
    with servers.stator() as stator:
        operations.load_table(stator, items)
        results = {}
        for name, (operation, request), _, _ in operations.MEASURED:
            cpu = [load.run(stator, operation, request, seconds)["cpu_us"] for _ in range(rounds)]
            results[name] = median(cpu)
    return results


def measure_process():
    """Start, idle memory, and memory of 10,000 items of 1 KB."""
    starts, idle = [], 0
    for _ in range(9):
        with servers.stator() as stator:
            starts.append(stator.seconds_to_listen * 1000)
            idle = stator.resident_kib()
    with servers.stator() as stator:
        operations.create_table(stator)
        before = stator.resident_kib()
        operations.put_all(stator, (
            {"pk": {"S": f"user#{i:06d}"}, "sk": {"S": "a"}, "data": {"S": "d" * 1000}}
            for i in range(10_000)))
        grown = stator.resident_kib() - before
    return {"start_ms": median(starts), "idle_kib": idle, "items_10000_kib": grown}


def print_operations(results):
    print(f"{'operation':32}{'CPU us':>8}{'bare us':>9}{'ratio':>7}{'target':>8}{'req/s':>9}"
          f"{'x dynalite':>12}")
    for result in results:
        peer = result.get("dynalite_per_second")
        times = f"{result['per_second'] / peer:12.1f}" if peer else f"{'-':>12}"
        print(f"{result['name']:32}{result['cpu_us']:8.1f}{result['bare_cpu_us']:9.1f}"
              f"{result['ratio']:7.2f}{result['target_ratio']:8.2f}{result['per_second']:9.0f}"
              + times)


def main():
    parser = argparse.ArgumentParser(description="What a request costs.")
    parser.add_argument("--quick", action="store_true", help="less than a minute")
    parser.add_argument("--items", type=int, default=1_000_000,
                        help="size of the large table (default: %(default)s)")
    arguments = parser.parse_args()
    rounds, seconds = (2, 1) if arguments.quick else (5, 3)

    results = {"process": measure_process(), "operations": []}
    process = results["process"]
    print(f"start to listening {process['start_ms']:.2f} ms, idle {process['idle_kib']} KiB, "
          f"10,000 items of 1 KB {process['items_10000_kib']} KiB more\n")
    with contextlib.ExitStack() as stack:
        stator = stack.enter_context(servers.stator())
        operations.load_table(stator)
        dynalite = None if arguments.quick else servers.dynalite()
        if dynalite:
            stack.enter_context(dynalite)
            operations.load_table(dynalite)
        for row in operations.MEASURED:
            results["operations"].append(measure_operation(stator, dynalite, row, rounds, seconds))
    print_operations(results["operations"])

    if not arguments.quick:
        small = measure_size(1000, 3, seconds)
        large = measure_size(arguments.items, 3, seconds)
        results["growth"] = {name: large[name] / small[name] for name in small}
        print(f"\nCPU with {arguments.items} items against 1000")
        for name, ratio in results["growth"].items():
            print(f"{name:32}{ratio:8.2f}")

    os.makedirs(os.path.dirname(RESULTS), exist_ok=True)
    with open(RESULTS, "w", encoding="utf-8") as file:
        json.dump(results, file, indent=1)
    print(f"\nwritten to {RESULTS}")


if __name__ == "__main__":
    main()
