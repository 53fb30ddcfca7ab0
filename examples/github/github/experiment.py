"""The small data set and the failure cases on one table of one design, measured."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from .data import TABLE, Client, Design, Endpoint, Refused, Request, Table, add
from .failures import Case, failure_cases, outcome_of, prepare
from .metering import Entry, Meter
from .small_set import Step, answer_of, repeatable_table, small_set


@dataclass(frozen=True)
class Laboratory:
    """Where experiments run. There is no meter on AWS."""

    client: Client
    meter: Meter | None
    table_name: str

    @classmethod
    def at(cls, endpoint: Endpoint, table_name: str) -> "Laboratory":
        meter = None if endpoint.is_aws else Meter(endpoint.address)
        return cls(Client(endpoint), meter, table_name)

    @contextmanager
    def fresh_table(self, design: Design) -> Iterator[Table]:
        """A new table and a meter at zero. A table that was there before is left alone."""
        table = repeatable_table(self.client, self.table_name, design)
        create_unless_there(table)
        try:
            if self.meter:
                self.meter.reset()
            yield table
        finally:
            table.delete()

    def metered(self) -> list[Entry] | None:
        return self.meter.entries(self.table_name) if self.meter else None


@dataclass(frozen=True)
class Call:
    """One command as run: what it answered and which requests it took."""

    step: Step
    answer: object
    requests: list[Request]

    @property
    def label(self) -> str:
        return self.step.label

    @property
    def write(self) -> dict[str, float]:
        return add(request.write for request in self.requests)

    @property
    def read(self) -> dict[str, float]:
        return add(request.read for request in self.requests)


@dataclass(frozen=True)
class Failure:
    case: Case
    outcome: str
    is_unchanged: bool


@dataclass(frozen=True)
class Run:
    """Everything that one design showed with one size of body."""

    design: Design
    body_bytes: int
    calls: list[Call]
    rows: dict[str, int]  # how many the table and each index hold
    failures: list[Failure]
    meter: list[Entry] | None

    def calls_by_label(self) -> dict[str, list[Call]]:
        by_label: dict[str, list[Call]] = {}
        for call in self.calls:
            by_label.setdefault(call.label, []).append(call)
        return by_label

    def entries_written(self) -> dict[str, dict[str, int]] | None:
        """Physical puts and deletes: by label, then by table or index."""
        if self.meter is None:
            return None
        written: dict[str, Counter] = {}
        for entry in self.meter:
            written.setdefault(entry.label, Counter())[entry.arm] += entry.entries_written
        return {label: dict(+arms) for label, arms in written.items()}

    def metered_failures(self, label: str) -> tuple[int | None, float | None]:
        """How many requests failed, and the write units they cost all the same."""
        if self.meter is None:
            return None, None
        entries = [entry for entry in self.meter if entry.label == label]
        failures = sum(entry.failures for entry in entries if entry.arm == TABLE)
        return failures, sum(entry.failed_write_units for entry in entries)


def create_unless_there(table: Table) -> None:
    try:
        table.create()
    except Refused as refusal:
        if refusal.code == "ResourceInUseException":
            raise SystemExit(f"table {table.name} exists: name another with --table") from None
        raise


def run_small_set(laboratory: Laboratory, design: Design, body_bytes: int) -> Run:
    with laboratory.fresh_table(design) as table:
        calls = [run_step(step, table) for step in small_set(body_bytes)]
        rows = _count_rows(table)
        failures = _run_failures(table)
        return Run(design, body_bytes, calls, rows, failures, laboratory.metered())


def run_step(step: Step, table: Table) -> Call:
    """Run one command and note what it did to the bill."""
    table.client.settle()
    requests = table.client.requests
    already = len(requests)
    try:
        answer = answer_of(step.run(table))
    except Refused as refusal:
        refusal.add_note(f"in pattern {step.label}, {step.command} {step.arguments}")
        raise
    return Call(step, answer, requests[already:])


def _count_rows(table: Table) -> dict[str, int]:
    table.client.settle()
    with table.client.labelled("count"):
        counts = {index.name: table.count_rows(index.name) for index in table.design.indexes}
        return {TABLE: table.count_rows()} | counts


def _run_failures(table: Table) -> list[Failure]:
    prepare(table)
    before = _snapshot(table)
    failures = []
    for case in failure_cases(table.design):
        outcome = outcome_of(case, table)
        if case.clean_up:
            with table.client.labelled("cleanup"):
                case.clean_up(table)
        failures.append(Failure(case, outcome, _snapshot(table) == before))
    return failures


def _snapshot(table: Table) -> dict:
    with table.client.labelled("snapshot"):
        return table.snapshot()
