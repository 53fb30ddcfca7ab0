"""Creating a table and waiting for it; deleting it and waiting again."""

import time
from collections.abc import Callable

from .client import Client, Refused
from .designs import NUMBER_KEYS, Design, Index

WAIT_SECONDS_MAX = 600


def create_table(client: Client, request: dict) -> None:
    client.call("CreateTable", **request)
    _wait(lambda: _is_active(client, request["TableName"]))


def delete_table(client: Client, name: str) -> None:
    client.call("DeleteTable", TableName=name)
    _wait(lambda: _is_gone(client, name))


def github_table(name: str, design: Design) -> dict:
    """The CreateTable request of a design."""
    attributes = {"PK", "SK"}.union(*(index.key_attributes for index in design.indexes))
    return {
        "TableName": name,
        "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": attribute_definitions(attributes),
        "KeySchema": key_schema(("PK",), ("SK",)),
        "GlobalSecondaryIndexes": [_index_request(index, design) for index in design.indexes],
    }


def attribute_definitions(names: set[str]) -> list[dict]:
    return [
        {"AttributeName": name, "AttributeType": "N" if name in NUMBER_KEYS else "S"}
        for name in sorted(names)
    ]


def key_schema(hash_names: tuple[str, ...], range_names: tuple[str, ...]) -> list[dict]:
    return [{"AttributeName": name, "KeyType": "HASH"} for name in hash_names] + [
        {"AttributeName": name, "KeyType": "RANGE"} for name in range_names
    ]


def _index_request(index: Index, design: Design) -> dict:
    return {
        "IndexName": index.name,
        "KeySchema": key_schema(index.hash, index.range),
        "Projection": design.projection_of(index),
    }


def _is_active(client: Client, name: str) -> bool:
    table = client.call("DescribeTable", TableName=name)["Table"]
    indexes = table.get("GlobalSecondaryIndexes", [])
    states = [table["TableStatus"], *(index["IndexStatus"] for index in indexes)]
    return all(state == "ACTIVE" for state in states)


def _is_gone(client: Client, name: str) -> bool:
    try:
        client.call("DescribeTable", TableName=name)
    except Refused as refusal:
        if refusal.code == "ResourceNotFoundException":
            return True
        raise
    return False


def _wait(is_done: Callable[[], bool]) -> None:
    """Ask at once, then ever more rarely: a local server is ready, AWS needs seconds."""
    pause_seconds, deadline = 0.01, time.monotonic() + WAIT_SECONDS_MAX
    while not is_done():
        if time.monotonic() > deadline:
            raise TimeoutError("the table did not reach its state")
        time.sleep(pause_seconds)
        pause_seconds = min(2 * pause_seconds, 2.0)
