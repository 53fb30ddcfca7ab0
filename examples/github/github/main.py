"""The experiment: run, print, compare."""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager

from . import tables
from .data import DESIGNS, Design, Endpoint, Refused
from .expected import BODY_SIZES, Expected
from .experiment import Laboratory, Run, run_small_set
from .report import heading
from .server import running_server
from .submitted_jobs import JobsBill, run_jobs
from .verify import Checks, verify_jobs, verify_one_call_each, verify_run, verify_workload
from .workload import Totals, run_workload


def run_experiment(arguments: argparse.Namespace) -> int:
    """One design in full, then all of them side by side."""
    checks = Checks(Expected())
    with _laboratory(arguments) as laboratory:
        design, body_bytes = DESIGNS[arguments.design], arguments.body
        run = _checked_run(checks, laboratory, design, body_bytes)
        print(heading(f"Design {design.letter}, {design.title}: body of {body_bytes} bytes"))
        print(tables.patterns_table(run))
        print(heading("What must fail, and what it costs all the same"))
        print(tables.failures_table(run))

        print(heading("Seven designs, one call each"))
        shown = {design: run} if body_bytes == 0 else {}
        runs = [
            shown.get(each) or _checked_run(checks, laboratory, each, 0)
            for each in DESIGNS.values()
        ]
        print(tables.one_call_table(runs))
        print()
        print(tables.designs_key(runs))
        print()
        print(tables.break_even(runs))

        if arguments.workload:
            _print_workloads(checks, laboratory)

        print(heading("Submitted jobs: one put, five notes, one completion"))
        print(tables.jobs_table(_checked_jobs(checks, laboratory)))
    return _summary(checks)


def run_checks(arguments: argparse.Namespace) -> int:
    """Every design with every body, saying only what is wrong."""
    checks = Checks(Expected())
    with _laboratory(arguments) as laboratory:
        for body_bytes in BODY_SIZES:
            for design in DESIGNS.values():
                where = f"design {design.letter}, body {body_bytes}"
                with _refusals_fail(checks, where):
                    _checked_run(checks, laboratory, design, body_bytes)
                if arguments.workload:
                    with _refusals_fail(checks, f"workload, {where}"):
                        _checked_workload(checks, laboratory, design, body_bytes)
        with _refusals_fail(checks, "submitted jobs"):
            _checked_jobs(checks, laboratory)
    return _summary(checks)


@contextmanager
def _laboratory(arguments: argparse.Namespace) -> Iterator[Laboratory]:
    """At the address given, or on a server of our own."""
    if arguments.endpoint:
        endpoint = Endpoint(arguments.endpoint, arguments.region)
        yield Laboratory.at(endpoint, arguments.table)
        return
    with running_server() as address:
        yield Laboratory.at(Endpoint(address, arguments.region), arguments.table)


@contextmanager
def _refusals_fail(checks: Checks, where: str) -> Iterator[None]:
    """A request refused that should have succeeded ends this design, not the whole check."""
    try:
        yield
    except Refused as refusal:
        notes = " ".join(getattr(refusal, "__notes__", ()))
        checks.fail(where, f"{refusal}: {refusal.message} {notes}")


def _checked_run(checks: Checks, laboratory: Laboratory, design: Design, body_bytes: int) -> Run:
    run = run_small_set(laboratory, design, body_bytes)
    verify_run(checks, run)
    if body_bytes == 0:
        verify_one_call_each(checks, run)
    return run


def _checked_workload(
    checks: Checks, laboratory: Laboratory, design: Design, body_bytes: int
) -> Totals:
    totals = run_workload(laboratory, design, body_bytes)
    verify_workload(checks, totals)
    return totals


def _checked_jobs(checks: Checks, laboratory: Laboratory) -> list[JobsBill]:
    bills = run_jobs(laboratory)
    for bill in bills:
        verify_jobs(checks, bill)
    return bills


def _print_workloads(checks: Checks, laboratory: Laboratory) -> None:
    totals = [
        _checked_workload(checks, laboratory, design, body_bytes)
        for body_bytes in BODY_SIZES
        for design in DESIGNS.values()
    ]
    print(heading("Seven designs under a workload"))
    print(tables.workload_table(totals))
    print()
    print(tables.index_writes(totals))
    print()
    print(tables.lists_table(totals[: len(DESIGNS)]))


def _summary(checks: Checks) -> int:
    print(f"\n{checks.passed} passed, {checks.failed} failed")
    return 1 if checks.failed else 0
