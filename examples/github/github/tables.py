"""The printed tables: what a run, a comparison and a workload look like."""

from .commands import TITLES
from .data import add
from .experiment import Run
from .report import table
from .submitted_jobs import JobsBill
from .verify import first_call_write_units
from .workload import Totals

ONE_CALL_PATTERNS = ("01", "03", "06", "09", "14", "16", "18", "19", "20", "X2", "X3", "X4")


def patterns_table(run: Run) -> str:
    """Each pattern's calls together: units asked of the answers, entries of the meter."""
    headers = ["pattern", "", "calls", "requests", *run.design.arms, "WU", "entries", "RU"]
    written = run.entries_written()
    rows = []
    for label, calls in sorted(run.calls_by_label().items()):
        write = add(call.write for call in calls)
        read = sum(add(call.read for call in calls).values())
        rows.append(
            [
                label,
                TITLES.get(label, f"{TITLES.get(label[:2], '')}, after X3"),
                len(calls),
                sum(len(call.requests) for call in calls),
                *run.design.in_order(write),
                sum(write.values()),
                None if written is None else sum(written.get(label, {}).values()),
                read,
            ]
        )
    return table(headers, [*rows, _sums(rows)])


def failures_table(run: Run) -> str:
    headers = ["case", "", "answer", "failures", "WU"]
    rows = []
    for failure in run.failures:
        failures, units = run.metered_failures(failure.case.name)
        rows.append([failure.case.name, failure.case.title, failure.outcome, failures, units])
    return table(headers, rows)


def one_call_table(runs: list[Run]) -> str:
    """Write units of one call of each writing pattern, design beside design."""
    units = [first_call_write_units(run) for run in runs]
    rows = [
        [pattern, TITLES[pattern], *(by_pattern[pattern] for by_pattern in units)]
        for pattern in ONE_CALL_PATTERNS
    ]
    return table(["pattern", "WU of one call", *(run.design.letter for run in runs)], rows)


def designs_key(runs: list[Run]) -> str:
    return "\n".join(f"{run.design.letter}  {run.design.title}" for run in runs)


def break_even(runs: list[Run]) -> str:
    """When the narrow index pays: at once, unless a page needs what it left out."""
    stars = {run.design.letter: first_call_write_units(run)["16"] for run in runs}
    return (
        f"A star costs {stars['A'] - stars['C']:g} write units less in C than in A. A page that "
        "shows StarCount\nneeds it projected, which gives back 1 unit for each star on that index."
    )


def index_writes(totals: list[Totals]) -> str:
    """The whole difference between the designs, in one line for each size of body."""
    lines = []
    for body_bytes in sorted({t.body_bytes for t in totals}):
        sums = (
            f"{t.design.letter} {sum(t.write_figures()[1:-1]):g}"
            for t in totals
            if t.body_bytes == body_bytes
        )
        lines.append(f"index write units, body of {body_bytes} bytes: {', '.join(sums)}")
    return "\n".join(lines)


def workload_table(totals: list[Totals]) -> str:
    headers = ["body", "design", "table WU", "index 1", "index 2", "index 3", "total WU"]
    headers += ["table RU", "index RU", "total RU"]
    rows = [
        [str(t.body_bytes), t.design.letter, *t.write_figures(), *t.read_figures()] for t in totals
    ]
    return table(headers, rows)


def lists_table(totals: list[Totals]) -> str:
    headers = ["pattern", "RU of a full list", *(t.design.letter for t in totals)]
    patterns = totals[0].lists
    rows = [[p, f"{TITLES[p]} (25)", *(t.lists[p] for t in totals)] for p in patterns]
    return table(headers, rows)


def jobs_table(bills: list[JobsBill]) -> str:
    headers = ["payload", "index", "table WU", "entries", "index WU", "of 5 notes", "worker RU"]
    rows = [
        [
            str(bill.payload_bytes),
            bill.title,
            bill.base_write,
            bill.index_entries_written,
            bill.index_write,
            bill.notes_index_write,
            bill.worker_read,
        ]
        for bill in bills
    ]
    return table(headers, rows)


def _sums(rows: list[list]) -> list:
    columns = list(zip(*rows))[2:]
    sums = [None if None in column else sum(column) for column in columns]
    return ["", "together", *sums]
