"""The figures that must come out, from `expected.json`.

They were worked out apart from any server, by comparing the table before and after each request.
A row of `requests` is [pattern, operation, units, more]: units on the table and on each index;
more is, for a write, the entries written there, and for a read the rows scanned.
"""

import json
from dataclasses import dataclass
from pathlib import Path

from .data import READS, Design

FILE = Path(__file__).parent.parent / "expected.json"

BODY_SIZES = (0, 3000)


@dataclass(frozen=True)
class ExpectedRequest:
    pattern: str
    operation: str
    units: list[float]
    entries: list[int] | None
    scanned: int | None

    @classmethod
    def of(cls, row: list) -> "ExpectedRequest":
        pattern, operation, units, more = row
        if operation in READS:
            return cls(pattern, operation, units, entries=None, scanned=more)
        return cls(pattern, operation, units, entries=more, scanned=None)


class Expected:
    """Design G is designed to be charged as F is: its keys differ, its members do not."""

    def __init__(self):
        self._figures = json.loads(FILE.read_text())

    @property
    def results(self) -> dict:
        return self._figures["results"]

    @property
    def jobs(self) -> dict[str, list]:
        return self._figures["submitted_jobs"]

    def requests(self, design: Design, body_bytes: int) -> list[ExpectedRequest]:
        rows = self._figures["requests"][f"{self._letter(design)}/{body_bytes}"]
        return [ExpectedRequest.of(row) for row in rows]

    def rows(self, design: Design) -> list[int]:
        return self._figures["rows"][self._letter(design)]

    def workload(self, design: Design, body_bytes: int) -> dict[str, list]:
        return self._figures["workload"][f"{self._letter(design)}/{body_bytes}"]

    def write_units_of_one_call(self, design: Design) -> dict[str, float]:
        return self._of_design("write_units_of_one_call", design)

    def read_units_of_a_full_list(self, design: Design) -> dict[str, float]:
        return self._of_design("read_units_of_a_full_list", design)

    def _of_design(self, section: str, design: Design) -> dict[str, float]:
        letter = self._letter(design)
        return {pattern: row[letter] for pattern, row in self._figures[section].items()}

    def _letter(self, design: Design) -> str:
        return self._figures["same_as"].get(design.letter, design.letter)
