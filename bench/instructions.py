"""Counts instructions of the hot operations with callgrind, against a baseline in the repository.

Unlike times, counts repeat on any machine with the same compiler and libraries, so a change of the
code shows in them even where other work shares the machine.
"""

import collections
import json
import pathlib
import re
import subprocess
import tempfile

import servers
from results import markdown_table

BASELINE = pathlib.Path("bench/instructions.json")
TIMES = 200
TOLERANCE_PERCENT = 10
PROFILE_COLUMNS = 110


def parse_dump(text):
    """The name of the operation and the instructions counted; None for the dump at the end."""
    trigger = re.search(r"^desc: Trigger: Client Request: (\S+)$", text, re.MULTILINE)
    counted = re.search(r"^(?:summary|totals): (\d+)", text, re.MULTILINE)
    return (trigger.group(1), int(counted.group(1))) if trigger and counted else None


def run(folder):
    """Has callgrind write one file for each operation: {name: text}."""
    command = ["valgrind", "--tool=callgrind", "--quiet",
               f"--callgrind-out-file={folder}/counts", str(servers.BINARIES / "instructions"),
               str(TIMES)]
    subprocess.run(command, check=True)
    texts = (path.read_text(encoding="utf-8") for path in pathlib.Path(folder).iterdir())
    return {found[0]: text for text in texts if (found := parse_dump(text))}


def count():
    """Instructions per request by operation."""
    with tempfile.TemporaryDirectory() as folder:
        texts = run(folder)
    return {name: round(parse_dump(text)[1] / TIMES) for name, text in sorted(texts.items())}


# A line of costs: "123 40", "+3 40" or "* 40"; the position is a line of the source.
COST = re.compile(r"(?:[+-]?\d+|\*) (\d+)")
FUNCTION = re.compile(r"fn=\((\d+)\)(?: (.*))?")
NAMED = re.compile(r"c?fn=\((\d+)\) (.*)")


def self_costs(text):
    """Instructions by function, what it calls not included."""
    names, costs = {}, collections.Counter()
    current, is_call = None, False
    for line in text.splitlines():
        if named := NAMED.fullmatch(line):
            names[named.group(1)] = named.group(2)
        if function := FUNCTION.fullmatch(line):
            current = function.group(1)
        elif line.startswith("calls="):
            is_call = True  # the next line is the cost of what is called
        elif cost := COST.fullmatch(line):
            if not is_call and current:
                costs[current] += int(cost.group(1))
            is_call = False
    return collections.Counter({names[key]: cost for key, cost in costs.items()})


def print_profile(operation, functions=40):
    with tempfile.TemporaryDirectory() as folder:
        texts = run(folder)
    if operation not in texts:
        print(f"unknown operation {operation}; there are {', '.join(sorted(texts))}")
        return 1
    costs = self_costs(texts[operation])
    total = costs.total()
    for name, cost in costs.most_common(functions):
        print(f"{cost / TIMES:9,.0f} {cost / total:6.1%}  {name[:PROFILE_COLUMNS]}")
    return 0


def markdown():
    lines = [[name, f"{instructions:,}"] for name, instructions in count().items()]
    return markdown_table(["operation", "instructions"], lines)


def compare(counted, baseline):
    """(operation, line to print, whether it passes), for all that are counted or expected."""
    for name in [*baseline, *(name for name in counted if name not in baseline)]:
        now, before = counted.get(name), baseline.get(name)
        if now is None or before is None:
            yield name, "is counted or expected, but not both", False
            continue
        percent = (now / before - 1) * 100
        line = f"{now:,} instructions, {percent:+.1f} % against {before:,}"
        if percent < -TOLERANCE_PERCENT:
            line += "; please lower the baseline: script/bench --instructions --update"
        yield name, line, now * 100 <= before * (100 + TOLERANCE_PERCENT)


def check(should_update):
    counted = count()
    if should_update:
        BASELINE.write_text(json.dumps(counted, indent=2) + "\n", encoding="utf-8")
    baseline = json.loads(BASELINE.read_text(encoding="utf-8"))
    passed = failed = 0
    for name, line, passes in compare(counted, baseline):
        print(f"{name:20} {line}{'' if passes else '  FAIL'}")
        passed, failed = passed + passes, failed + (not passes)
    print(f"{passed} passed, {failed} failed")
    return 0 if passed and not failed else 1
