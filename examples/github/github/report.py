"""Tables as text."""

from collections.abc import Iterable


def number(value: float | None) -> str:
    """Units are halves at most; nothing is shown as nothing."""
    if value is None:
        return "-"
    return f"{value:.10g}" if value else ""


def table(headers: list[str], rows: Iterable[list]) -> str:
    """Texts to the left, numbers to the right, a rule below the headers."""
    rows = list(rows)
    cells = [[_cell(value) for value in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(headers, *cells)]
    is_text = [any(isinstance(row[n], str) for row in rows) for n in range(len(headers))]

    def line(values: list[str]) -> str:
        padded = (
            value.ljust(width) if left else value.rjust(width)
            for value, width, left in zip(values, widths, is_text)
        )
        return "  ".join(padded).rstrip()

    return "\n".join([line(headers), line(["-" * width for width in widths]), *map(line, cells)])


def heading(text: str) -> str:
    return f"\n{text}\n{'=' * len(text)}\n"


def _cell(value) -> str:
    return value if isinstance(value, str) else number(value)
