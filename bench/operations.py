"""The operations that are measured, on one table with one index that projects everything.

Half of a table's items are users of 200 bytes, half are visits of about 50; besides, there is one
collection of 25 items.
"""

import dataclasses
import itertools
import json

from connection import message
from load import KEY_DIGITS

TABLE = "bench"
BATCH = 25
COLLECTION = 25


def user(number="@key", sort="profile", draw="@draw"):
    """200 bytes as the service counts: names and values."""
    return {
        "pk": {"S": f"user#{number}"}, "sk": {"S": sort}, "group": {"S": f"group#{number}"},
        "visits": {"N": draw}, "name": {"S": "n" * 95}, "mail": {"S": "m" * 40},
        "tags": {"SS": ["x", "y"]},
    }


def visit(number="@key", draw="@draw"):
    return {"pk": {"S": f"visit#{number}"}, "sk": {"S": "last"}, "at": {"N": draw}}


def ordered(number):
    """An item of the collection, about 190 bytes."""
    return {
        "pk": {"S": "user#collection"}, "sk": {"S": f"order#{number:04d}"},
        "total": {"N": "12.5"}, "state": {"S": "delivered"}, "text": {"S": "t" * 120},
    }


def profile(number="@key"):
    return {"pk": {"S": f"user#{number}"}, "sk": {"S": "profile"}}


def increment(number="@key"):
    return {
        "TableName": TABLE, "Key": profile(number),
        "UpdateExpression": "SET visits = visits + :one",
        "ExpressionAttributeValues": {":one": {"N": "1"}},
    }


@dataclasses.dataclass(frozen=True)
class Operation:
    """A request, and what its CPU may be as a ratio to the bare server's."""

    title: str
    name: str
    request: dict
    ratio_max: float
    dynalite_has_it: bool = True


OPERATIONS = [
    Operation("GetItem, 200 bytes", "GetItem", {"TableName": TABLE, "Key": profile()}, 1.25),
    Operation("PutItem over an item, one ALL index", "PutItem",
              {"TableName": TABLE, "Item": user()}, 1.6),
    Operation("UpdateItem, SET n = n + :one", "UpdateItem", increment(), 1.6),
    Operation("TransactWriteItems, 2 actions", "TransactWriteItems",
              {"TransactItems": [{"Update": increment()},
                                 {"Put": {"TableName": TABLE, "Item": visit("@next")}}]},
              2.0, dynalite_has_it=False),
    Operation("Query, 25 items", "Query",
              {"TableName": TABLE, "KeyConditionExpression": "pk = :pk",
               "ExpressionAttributeValues": {":pk": {"S": "user#collection"}}}, 1.5),
]
GET, PUT, UPDATE, TRANSACT, QUERY = OPERATIONS
HOTTEST = [GET, PUT, QUERY]  # for when there is little time


def key_schema(*names):
    kinds = ("HASH", "RANGE")
    return [{"AttributeName": name, "KeyType": kind} for name, kind in zip(names, kinds)]


def table_definition(name, keys, indexes=()):
    """A CreateTable request. `indexes`: (name, HASH attribute), each projecting everything."""
    attributes = [*keys, *(attribute for _, attribute in indexes)]
    request = {
        "TableName": name, "BillingMode": "PAY_PER_REQUEST", "KeySchema": key_schema(*keys),
        "AttributeDefinitions": [{"AttributeName": a, "AttributeType": "S"} for a in attributes],
    }
    if indexes:
        request["GlobalSecondaryIndexes"] = [
            {"IndexName": index, "Projection": {"ProjectionType": "ALL"},
             "KeySchema": key_schema(attribute)} for index, attribute in indexes]
    return request


def put_all(server, items, table=TABLE):
    """Writes items, given as JSON texts, in batches."""
    start = f'{{"RequestItems":{{"{table}":['
    with server.connect() as connection:
        for batch in batches(items):
            puts = ",".join(f'{{"PutRequest":{{"Item":{item}}}}}' for item in batch)
            connection.exchange(message("BatchWriteItem", f"{start}{puts}]}}}}".encode()))


def batches(items):
    items = iter(items)
    while batch := list(itertools.islice(items, BATCH)):
        yield batch


def texts(template, count):
    """JSON texts of `count` items, @key replaced by numbers from 0."""
    parts = json.dumps(template, separators=(",", ":")).replace("@draw", "123456").split("@key")
    return (f"{number:0{KEY_DIGITS}d}".join(parts) for number in range(count))


def load_table(server, items=2000):
    """The table with that many items, so with keys 0 to items / 2 - 1."""
    server.call("CreateTable", table_definition(TABLE, ("pk", "sk"), [("by_group", "group")]))
    put_all(server, texts(user(), items // 2))
    put_all(server, texts(visit(), items // 2))
    put_all(server, (json.dumps(ordered(number)) for number in range(COLLECTION)))
