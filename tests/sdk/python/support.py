"""What the tests in this folder share: clients, tables that clean up after themselves, values in
DynamoDB's JSON form, and assertions about errors.

The server is the one at $STATOR_ENDPOINT (script/test-sdks starts it). Every test makes the tables
it needs, under names of their own, so the tests can run in any order and side by side.
"""

import contextlib
import functools
import itertools
import json
import os
import time
import unittest

import boto3
from botocore.config import Config
from botocore.exceptions import ClientError

ENDPOINT = os.environ.get("STATOR_ENDPOINT", "http://127.0.0.1:8000")
REGION = "us-east-1"

# The service has begun to put this in front of messages that used to stand alone, operation by
# operation. Which form a message has is no business of these tests.
ENVELOPE = "1 validation error detected: "

# "PVI" below and in the tests: the opening of many of the service's messages.
PVI = "One or more parameter values were invalid: "


def make_client(kind="client", retries=0, service="dynamodb", **options):
    """A boto3 client, or with kind="resource" a boto3 resource. It does not retry, so that a fault
    of the server cannot hide behind a second attempt."""
    settings = {
        "endpoint_url": ENDPOINT,
        "region_name": REGION,
        "aws_access_key_id": "test",
        "aws_secret_access_key": "test",
        "config": Config(
            retries={"total_max_attempts": 1 + retries, "mode": "standard"},
            max_pool_connections=32,
            connect_timeout=5,
            read_timeout=30,
        ),
    }
    settings.update(options)
    return getattr(boto3, kind)(service, **settings)


def unchecked_client():
    """A client that sends what it is given, so that the server gets to see faulty requests."""
    return make_client(config=Config(retries={"total_max_attempts": 1}, parameter_validation=False))


# --- values -------------------------------------------------------------------------------------


def S(text):
    return {"S": text}


def N(number):
    return {"N": str(number)}


def B(data):
    return {"B": data}


def L(*elements):
    return {"L": list(elements)}


def M(**members):
    return {"M": members}


def SS(*elements):
    return {"SS": list(elements)}


def NS(*elements):
    return {"NS": [str(element) for element in elements]}


def BS(*elements):
    return {"BS": list(elements)}


def BOOL(value):
    return {"BOOL": value}


NULL = {"NULL": True}


def unordered(value):
    """The same value with every set sorted: the order of a set's elements means nothing."""
    ((kind, content),) = value.items()
    if kind in ("SS", "NS", "BS"):
        return {kind: sorted(content)}
    if kind == "L":
        return {kind: [unordered(element) for element in content]}
    if kind == "M":
        return {kind: unordered_item(content)}
    return value


def unordered_item(item):
    return {name: unordered(value) for name, value in item.items()}


# --- tables -------------------------------------------------------------------------------------

_run = f"{os.getpid():x}{int(time.time()) & 0xFFFF:x}"
_serial = itertools.count(1)


def unique_name(stem="t"):
    return f"{stem}-{_run}-{next(_serial)}"


def split_key(key):
    """("pk:S", "sk:N") as DynamoDB wants it: the key schema and the attribute definitions."""
    names = [part.split(":") for part in key]
    schema = [
        {"AttributeName": name, "KeyType": "HASH" if position == 0 else "RANGE"}
        for position, (name, _) in enumerate(names)
    ]
    definitions = [{"AttributeName": name, "AttributeType": kind} for name, kind in names]
    return schema, definitions


def project(projection):
    """ "ALL", "KEYS_ONLY", or the list of attributes of an INCLUDE projection."""
    if isinstance(projection, str):
        return {"ProjectionType": projection}
    return {"ProjectionType": "INCLUDE", "NonKeyAttributes": list(projection)}


def index(name, *key, projection="ALL", hashes=1):
    """An index: its description for CreateTable or UpdateTable, and the definitions it needs.
    With `hashes` above one the first so many attributes together are the partition key."""
    schema, definitions = split_key(key)
    for element in schema[:hashes]:
        element["KeyType"] = "HASH"
    description = {"IndexName": name, "KeySchema": schema, "Projection": project(projection)}
    return description, definitions


def provisioned(read, write):
    """The billing mode of a provisioned table, for CreateTable and UpdateTable."""
    return {
        "BillingMode": "PROVISIONED",
        "ProvisionedThroughput": {"ReadCapacityUnits": read, "WriteCapacityUnits": write},
    }


class Table:
    """A table under test. Its methods are the client's with the table name filled in:
    `table.put_item(Item=...)`."""

    def __init__(self, client, name):
        self.client = client
        self.name = name

    def __getattr__(self, operation):
        return functools.partial(getattr(self.client, operation), TableName=self.name)

    def describe(self):
        return self.describe_table()["Table"]

    def wait_until_active(self):
        """Waits until the table and its indexes are; at once where the server adds no delays."""
        for _ in range(200):
            description = self.describe()
            indexes = description.get("GlobalSecondaryIndexes", [])
            if {description["TableStatus"]} | {i["IndexStatus"] for i in indexes} == {"ACTIVE"}:
                return description
            time.sleep(0.05)
        raise AssertionError(f"the table did not become ACTIVE: {description}")

    def put(self, **attributes):
        """Puts an item: `table.put(pk=S("a"), n=N(1))`."""
        return self.put_item(Item=attributes)

    def get(self, **key):
        """The item with this key, read consistently, or None."""
        return self.get_item(Key=key, ConsistentRead=True).get("Item")

    def update(self, key, expression, values=None, **options):
        """UpdateItem with an UpdateExpression; `values` without their colons."""
        if values:
            options["ExpressionAttributeValues"] = with_colons(values)
        return self.update_item(Key=key, UpdateExpression=expression, **options)

    def all_items(self):
        pages = self.client.get_paginator("scan").paginate(TableName=self.name)
        return [item for page in pages for item in page["Items"]]


def with_colons(values):
    return {f":{name}": value for name, value in values.items()}


@contextlib.contextmanager
def make_table(*key, gsis=(), lsis=(), client=None, **options):
    """A table for the length of a `with` block: `with make_table("pk:S", "sk:N") as table:`.
    It is on demand unless the options say otherwise."""
    client = client or make_client()
    schema, definitions = split_key(key)
    for _, more in (*gsis, *lsis):
        definitions += [each for each in more if each not in definitions]
    request = {"BillingMode": "PAY_PER_REQUEST", "KeySchema": schema}
    request["AttributeDefinitions"] = definitions
    request["TableName"] = unique_name()
    if gsis:
        request["GlobalSecondaryIndexes"] = [description for description, _ in gsis]
    if lsis:
        request["LocalSecondaryIndexes"] = [description for description, _ in lsis]
    request.update(options)
    client.create_table(**request)
    table = Table(client, request["TableName"])
    table.wait_until_active()
    try:
        yield table
    finally:
        with contextlib.suppress(client.exceptions.ResourceNotFoundException):
            client.delete_table(TableName=table.name)


# --- assertions ---------------------------------------------------------------------------------


class SdkTestCase(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.client = make_client()

    def table(self, *key, **options):
        """A table for the length of this test."""
        options.setdefault("client", self.client)
        return self.enterContext(make_table(*key, **options))

    @contextlib.contextmanager
    def fails(self, code, message=None):
        """Asserts that the block fails with this error code and exactly this message. The error is
        yielded as a holder whose `.response` is there after the block."""
        holder = type("Failure", (), {"response": None})()
        try:
            yield holder
        except ClientError as error:
            holder.response = error.response
        self.assertIsNotNone(holder.response, f"succeeded; expected {code}")
        got = holder.response["Error"]
        self.assertEqual(got["Code"], code, got)
        if message is not None:
            self.assertEqual(got["Message"].removeprefix(ENVELOPE), message.removeprefix(ENVELOPE))
        self.assertEqual(holder.response["ResponseMetadata"]["HTTPStatusCode"], 400)

    def invalid(self, message):
        return self.fails("ValidationException", message)

    def assert_same_item(self, got, expected):
        self.assertIsNotNone(got, "there is no such item")
        self.assertEqual(unordered_item(got), unordered_item(expected))

    def assert_same_items(self, got, expected):
        """The same items, whatever their order."""
        self.assertEqual(in_some_order(got), in_some_order(expected))


def in_some_order(items):
    """Items as texts in an order that depends on nothing but the items."""
    return sorted(json.dumps(unordered_item(item), sort_keys=True, default=repr) for item in items)
