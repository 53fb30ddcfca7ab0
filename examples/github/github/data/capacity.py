"""What a request cost, as DynamoDB itself reports it."""

from dataclasses import dataclass, field

TABLE = "table"  # the arm of the base table, beside one arm for each index

READS = {"GetItem", "BatchGetItem", "Query", "Scan"}


@dataclass(frozen=True)
class Request:
    """One request that succeeded: its units on the table and on each index it touched."""

    label: str
    operation: str
    write: dict[str, float] = field(default_factory=dict)
    read: dict[str, float] = field(default_factory=dict)
    total: float = 0.0
    scanned: int | None = None


def request_of(label: str, operation: str, answer: dict) -> Request:
    consumed = answer.get("ConsumedCapacity") or []
    parts = consumed if isinstance(consumed, list) else [consumed]
    units = add(_arms(part) for part in parts)
    return Request(
        label,
        operation,
        write={} if operation in READS else units,
        read=units if operation in READS else {},
        total=sum(part["CapacityUnits"] for part in parts),
        scanned=answer.get("ScannedCount"),
    )


def add(parts) -> dict[str, float]:
    """The sum of several `{arm: units}`."""
    sums: dict[str, float] = {}
    for part in parts:
        for arm, units in part.items():
            sums[arm] = sums.get(arm, 0) + units
    return sums


def _arms(consumed: dict) -> dict[str, float]:
    arms = {TABLE: consumed.get("Table", {}).get("CapacityUnits", 0)}
    for kind in ("LocalSecondaryIndexes", "GlobalSecondaryIndexes"):
        for index, arm in consumed.get(kind, {}).items():
            arms[index] = arm["CapacityUnits"]
    return {arm: units for arm, units in arms.items() if units}
