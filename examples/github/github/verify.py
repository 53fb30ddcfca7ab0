"""Measured against expected, figure by figure."""

from itertools import zip_longest

from .data import Request, add
from .expected import Expected, ExpectedRequest
from .experiment import Failure, Run
from .failures import CONDITION, CONDITION_UNITS
from .metering import Entry
from .submitted_jobs import JobsBill
from .workload import Totals

# A scan's price depends on where its pages end.
SCAN_TOLERANCE_UNITS = 5


class Checks:
    """Counts what agrees; says at once what does not."""

    def __init__(self, expected: Expected):
        self.expected = expected
        self.passed = 0
        self.failed = 0

    def equal(self, where: str, what: str, expected, got) -> None:
        if expected == got:
            self.passed += 1
        else:
            self.fail(where, f"{what}: expected {expected}, got {got}")

    def fail(self, where: str, what: str) -> None:
        self.failed += 1
        print(f"FAIL {where}: {what}", flush=True)


def verify_run(checks: Checks, run: Run) -> None:
    _verify_requests(checks, run)
    _verify_results(checks, run)
    rows = run.design.in_order(run.rows)
    checks.equal(_where(run), "rows held", checks.expected.rows(run.design), rows)
    if run.meter is not None:
        _verify_entries_written(checks, run)
        _verify_meter_agrees(checks, run)
    for failure in run.failures:
        _verify_failure(checks, run, failure)


def verify_one_call_each(checks: Checks, run: Run) -> None:
    first = first_call_write_units(run)
    for pattern, units in checks.expected.write_units_of_one_call(run.design).items():
        where = f"{_where(run)}, pattern {pattern}"
        checks.equal(where, "write units of one call", units, first[pattern])


def verify_workload(checks: Checks, totals: Totals) -> None:
    where = f"workload, design {totals.design.letter}, body {totals.body_bytes}"
    expected = checks.expected.workload(totals.design, totals.body_bytes)
    checks.equal(where, "write units", expected["write"], totals.write_figures())
    checks.equal(where, "read units", expected["read"], totals.read_figures())
    if totals.body_bytes == 0:
        lists = checks.expected.read_units_of_a_full_list(totals.design)
        for pattern, units in lists.items():
            what = f"pattern {pattern}, read units of a list"
            checks.equal(where, what, units, totals.lists[pattern])


def verify_jobs(checks: Checks, bill: JobsBill) -> None:
    where = f"submitted jobs, {bill.name}"
    base, entries, index, worker = checks.expected.jobs[bill.name]
    checks.equal(where, "table write units", base, bill.base_write)
    checks.equal(where, "index write units", index, bill.index_write)
    if bill.index_entries_written is not None:
        checks.equal(where, "index entries written", entries, bill.index_entries_written)
    tolerance = SCAN_TOLERANCE_UNITS if bill.is_scan else 0
    got = bill.worker_read
    checks.equal(where, "a worker's read units", worker, _within(tolerance, worker, got))


def first_call_write_units(run: Run) -> dict[str, float]:
    """What one call of each pattern costs, all requests and arms together."""
    by_label = run.calls_by_label()
    return {label: sum(calls[0].write.values()) for label, calls in by_label.items()}


def _within(tolerance: float, expected: float, got: float) -> float:
    return expected if abs(expected - got) <= tolerance else got


def _where(run: Run) -> str:
    return f"design {run.design.letter}, body {run.body_bytes}"


def _verify_requests(checks: Checks, run: Run) -> None:
    """One check for each request: which it was, and every unit of it."""
    expected = checks.expected.requests(run.design, run.body_bytes)
    made = [request for call in run.calls for request in call.requests]
    for n, (want, got) in enumerate(zip_longest(expected, made)):
        pattern = want.pattern if want else got.label
        where = f"{_where(run)}, pattern {pattern}, request {n}"
        wanted = _figures_expected(want) if want else "no request"
        measured = _figures_measured(run, got) if got else "no request"
        checks.equal(where, "figures", wanted, measured)


def _figures_expected(request: ExpectedRequest) -> dict:
    return {
        "pattern": request.pattern,
        "operation": request.operation,
        "units": request.units,
        "total": sum(request.units),
        "scanned": request.scanned,
    }


def _figures_measured(run: Run, request: Request) -> dict:
    return {
        "pattern": request.label,
        "operation": request.operation,
        "units": run.design.in_order(request.write | request.read),
        "total": request.total,
        "scanned": request.scanned,
    }


def _verify_results(checks: Checks, run: Run) -> None:
    answers = {call.step.result: call.answer for call in run.calls if call.step.result}
    for name, expected in checks.expected.results.items():
        checks.equal(f"{_where(run)}, result {name}", "answer", expected, answers.get(name))


def _verify_entries_written(checks: Checks, run: Run) -> None:
    expected: dict[str, list[int]] = {}
    for request in checks.expected.requests(run.design, run.body_bytes):
        if request.entries:
            so_far = expected.get(request.pattern, [0] * len(request.entries))
            expected[request.pattern] = [a + b for a, b in zip(so_far, request.entries)]
    written = run.entries_written()
    for pattern, entries in expected.items():
        got = run.design.in_order(written.get(pattern, {}))
        checks.equal(f"{_where(run)}, pattern {pattern}", "entries written", entries, got)


def _verify_meter_agrees(checks: Checks, run: Run) -> None:
    """The meter must have counted what the answers said."""
    for pattern, calls in run.calls_by_label().items():
        entries = [entry for entry in run.meter if entry.label == pattern]
        where = f"{_where(run)}, pattern {pattern}"
        for what, answered, metered in (
            ("write", add(call.write for call in calls), _by_arm(entries, "write_units")),
            ("read", add(call.read for call in calls), _by_arm(entries, "read_units")),
        ):
            checks.equal(where, f"metered {what} units", answered, metered)


def _by_arm(entries: list[Entry], figure: str) -> dict[str, float]:
    units = add({entry.arm: getattr(entry, figure)} for entry in entries)
    return {arm: value for arm, value in units.items() if value}


def _verify_failure(checks: Checks, run: Run, failure: Failure) -> None:
    case = failure.case
    where = f"{_where(run)}, case {case.name}"
    checks.equal(where, "outcome", case.expected, failure.outcome)
    checks.equal(where, "table unchanged", True, failure.is_unchanged)
    if run.meter is not None:
        failures, units = run.metered_failures(case.name)
        checks.equal(where, "metered failures", case.failures, failures)
        if case.expected == CONDITION:
            checks.equal(where, "write units of the failure", CONDITION_UNITS, units)
