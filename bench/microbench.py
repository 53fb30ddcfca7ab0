"""Runs the micro-benchmarks of bench/micro and reads what they measured."""

import json
import re
import subprocess

import servers
from results import AtMost, Row, figure, markdown_table

SNAPSHOT_US_MAX = 50
FIRST_TOUCH_RATIO_MAX = 2
NANOSECONDS = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}


def run(pattern=".", repetitions=1, seconds=0.2):
    """Nanoseconds by benchmark, one for each repetition."""
    output = subprocess.run(
        [str(servers.BINARIES / "micro"), f"--benchmark_filter={pattern}",
         f"--benchmark_repetitions={repetitions}", f"--benchmark_min_time={seconds}",
         "--benchmark_format=json"],
        capture_output=True, text=True, check=True).stdout
    return parse(json.loads(output))


def parse(report):
    times = {}
    for one in report["benchmarks"]:
        if one.get("run_type") != "aggregate":
            name = re.sub("/(iterations:[0-9]+|manual_time|real_time)", "", one["run_name"])
            nanoseconds = one["real_time"] * NANOSECONDS[one["time_unit"]]
            times.setdefault(name, []).append(nanoseconds)
    return times


def ratios(times, name, items):
    return tuple(after / before for before, after in zip(
        times[f"{name}/{items}"], times[f"{name}_after_snapshot/{items}"]))


def snapshot_rows(plan):
    items, section = plan.items, f"Snapshots of a table of {plan.items:,} items"
    times = run(f"(snapshot|put|write)/{items}(/|$)", 3 if plan.is_quick else 5, 0.05)
    microseconds = tuple(each / 1000 for each in times[f"tree_snapshot/{items}"])
    return [
        Row(section, "taking one", microseconds, "µs", AtMost(SNAPSHOT_US_MAX)),
        Row(section, "a table's write after it, against one without",
            ratios(times, "table_write", items), "x", AtMost(FIRST_TOUCH_RATIO_MAX),
            "an item and its entry in one index"),
        Row(section, "a tree's write after it, against one without",
            ratios(times, "tree_put", items), "x", None, "the same without the work of the table"),
    ]


def markdown(times):
    lines = [[name, figure(min(each))] for name, each in times.items()]
    return markdown_table(["micro-benchmark", "ns"], lines) + "\n"
