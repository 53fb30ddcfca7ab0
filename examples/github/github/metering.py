"""Stator's own meter, which sees what no answer tells: entries written, and what failed.

AWS has no such thing; there the experiment does without and its tables say "-".
"""

import json
from dataclasses import dataclass
from urllib.request import Request, urlopen

from .data import TABLE

PATH = "/_stator/metering"
TIMEOUT_SECONDS = 30


@dataclass(frozen=True)
class Entry:
    """What one label did to one table or index with one operation."""

    label: str
    operation: str
    table: str
    arm: str
    requests: int
    failures: int
    read_units: float
    write_units: float
    failed_write_units: float
    entries_written: int

    @classmethod
    def of(cls, entry: dict) -> "Entry":
        return cls(
            label=entry.get("Label", ""),
            operation=entry["Operation"],
            table=entry["TableName"],
            arm=entry.get("IndexName", TABLE),
            requests=entry["Requests"],
            failures=entry["Failures"],
            read_units=entry["ReadCapacityUnits"],
            write_units=entry["WriteCapacityUnits"],
            failed_write_units=entry["FailedWriteCapacityUnits"],
            entries_written=entry["EntriesWritten"],
        )


class Meter:
    def __init__(self, address: str):
        self._url = address.rstrip("/") + PATH

    def reset(self) -> None:
        self._send("DELETE")

    def entries(self, table: str) -> list[Entry]:
        everything = map(Entry.of, self._send("GET")["Entries"])
        return [entry for entry in everything if entry.table == table]

    def _send(self, method: str) -> dict:
        with urlopen(Request(self._url, method=method), timeout=TIMEOUT_SECONDS) as answer:
            return json.load(answer)
