"""Rows of the table that script/bench prints: a figure, its spread, its target and the verdict."""

import dataclasses
import statistics


@dataclasses.dataclass(frozen=True)
class AtMost:
    bound: float

    def is_met_by(self, value):
        return value <= self.bound

    def __str__(self):
        return f"≤ {self.bound:g}"


@dataclasses.dataclass(frozen=True)
class AtLeast:
    bound: float

    def is_met_by(self, value):
        return value >= self.bound

    def __str__(self):
        return f"≥ {self.bound:g}"


@dataclasses.dataclass(frozen=True)
class Row:
    """One figure: the median of the `values` of several rounds. No values: it was not measured."""

    section: str
    name: str
    values: tuple
    unit: str
    target: AtMost | AtLeast | None = None
    note: str = ""

    @property
    def value(self):
        return statistics.median(self.values) if self.values else None

    @property
    def verdict(self):
        if self.value is None:
            return "not measured"
        if self.target is None:
            return ""
        return "pass" if self.target.is_met_by(self.value) else "FAIL"

    def cells(self):
        """What the table shows: name, figure, spread, target, verdict, note."""
        if self.value is None:
            return [self.name, "", "", target_text(self), self.verdict, self.note]
        low, high = min(self.values), max(self.values)
        spread = f"{figure(low)} to {figure(high)}" if len(self.values) > 1 else ""
        return [self.name, f"{figure(self.value)} {self.unit}", spread, target_text(self),
                self.verdict, self.note]

    def as_json(self):
        return {
            "section": self.section, "name": self.name, "value": self.value, "unit": self.unit,
            "values": list(self.values), "target": str(self.target) if self.target else None,
            "verdict": self.verdict, "note": self.note,
        }


HEADINGS = ["what", "median", "spread", "target", "verdict", "note"]


def target_text(row):
    return f"{row.target} {row.unit}" if row.target else ""


def figure(value):
    """Three digits that count, and no more."""
    if value == 0 or abs(value) >= 100:
        return f"{value:,.0f}"
    if abs(value) >= 10:
        return f"{value:.1f}"
    return f"{value:.2f}" if abs(value) >= 0.1 else f"{value:.3g}"


def sections(rows):
    """The rows of each section, in order of first appearance."""
    grouped = {}
    for row in rows:
        grouped.setdefault(row.section, []).append(row)
    return grouped


def markdown_table(headings, lines):
    """A table, padded so that it can be read as it is."""
    widths = [max(len(line[column]) for line in [headings, *lines])
              for column in range(len(headings))]
    rules = ["-" * width for width in widths]
    return "\n".join(
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths)) + " |"
        for line in [headings, rules, *lines])


def markdown(rows):
    parts = []
    for section, members in sections(rows).items():
        lines = [row.cells() for row in members]
        used = [column for column in range(len(HEADINGS)) if any(line[column] for line in lines)]
        table = markdown_table([HEADINGS[column] for column in used],
                               [[line[column] for column in used] for line in lines])
        parts.append(f"### {section}\n\n{table}\n")
    return "\n".join(parts)


def summary(rows):
    """`N of M targets are met`, and which are not."""
    judged = [row for row in rows if row.target and row.value is not None]
    missed = [row for row in judged if row.verdict == "FAIL"]
    lines = [f"{len(judged) - len(missed)} of {len(judged)} targets are met."]
    lines += [f"Missed: {row.section}: {row.name}" for row in missed]
    return "\n".join(lines)
