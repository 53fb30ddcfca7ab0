"""The submitted-jobs index, measured: a job's life is one put, five notes and its completion.

The five notes change nothing that the index is asked for. Under ALL it pays for each of them
nevertheless, under KEYS_ONLY for none.
"""

from dataclasses import dataclass

from .data import TABLE, add
from .data.jobs import INDEX_NAME, JOBS_INDEXES, NO_INDEX, NOTES, Jobs, JobsIndex
from .experiment import Laboratory, create_unless_there

SMALL_BYTES = 300
LARGE_BYTES = 2500

SUBMITTED_JOBS = 10
FINISHED_JOBS = 1000


@dataclass(frozen=True)
class JobsBill:
    """The price of one job, and of one worker's look at ten submitted ones."""

    payload_bytes: int
    title: str
    base_write: float
    index_write: float
    index_entries_written: int | None  # unknown on AWS
    notes_index_write: float  # the part of index_write that the five notes cause
    worker_read: float

    @property
    def name(self) -> str:
        return f"{self.payload_bytes}: {self.title}"

    @property
    def is_scan(self) -> bool:
        return self.title == NO_INDEX.title


def run_jobs(laboratory: Laboratory) -> list[JobsBill]:
    bills = []
    for payload_bytes in (SMALL_BYTES, LARGE_BYTES):
        for index in JOBS_INDEXES:
            if index is not NO_INDEX or payload_bytes == LARGE_BYTES:
                bills.append(_measure(laboratory, index, payload_bytes))
    return bills


def _measure(laboratory: Laboratory, index: JobsIndex, payload_bytes: int) -> JobsBill:
    jobs = Jobs(laboratory.client, f"{laboratory.table_name}Jobs", index)
    create_unless_there(jobs)
    try:
        if laboratory.meter:
            laboratory.meter.reset()
        with jobs.client.labelled("life"):
            life, notes = _one_life(jobs, payload_bytes)
        written = _entries_written(laboratory, jobs.name)
        with jobs.client.labelled("worker"):
            worker_read = _one_look(jobs, payload_bytes)
    finally:
        jobs.delete()
    return JobsBill(
        payload_bytes,
        index.title,
        base_write=life.get(TABLE, 0),
        index_write=life.get(INDEX_NAME, 0),
        index_entries_written=written,
        notes_index_write=notes.get(INDEX_NAME, 0),
        worker_read=worker_read,
    )


def _one_life(jobs: Jobs, payload_bytes: int) -> tuple[dict[str, float], dict[str, float]]:
    """The write units of a whole life, and of the five notes in it."""
    requests = jobs.client.requests
    start = len(requests)
    jobs.submit(0, payload_bytes)
    first_note = len(requests)
    for step, attribute, value in NOTES:
        jobs.note(0, step, attribute, value)
    last_note = len(requests)
    jobs.finish(0)
    life = add(request.write for request in requests[start:])
    notes = add(request.write for request in requests[first_note:last_note])
    return life, notes


def _one_look(jobs: Jobs, payload_bytes: int) -> float:
    """The read units of finding ten submitted jobs; without an index, among the finished."""
    submitted = range(1, 1 + SUBMITTED_JOBS)
    for number in submitted:
        jobs.submit(number, payload_bytes)
    if jobs.index is NO_INDEX:
        finished = range(submitted.stop, submitted.stop + FINISHED_JOBS - 1)
        jobs.load_finished(finished, payload_bytes)
    jobs.client.settle()
    start = len(jobs.client.requests)
    found = jobs.list_submitted()
    if found != SUBMITTED_JOBS:
        raise AssertionError(f"{jobs.index.title}: a worker found {found} jobs")
    return sum(sum(request.read.values()) for request in jobs.client.requests[start:])


def _entries_written(laboratory: Laboratory, table_name: str) -> int | None:
    if not laboratory.meter:
        return None
    entries = laboratory.meter.entries(table_name)
    return sum(entry.entries_written for entry in entries if entry.arm == INDEX_NAME)
