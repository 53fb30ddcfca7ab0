"""What a server does that may hold only so much memory (--max-memory)."""

import json
import pathlib
import re

from http_harness import Server, check, exchange, request_bytes

MEBIBYTES = 64
ITEM_BYTES = 100_000
# What is granted between two looks at the process, and answers.
SLACK_MEBIBYTES = 24
FULL = (
    "The server holds as much memory as --max-memory allows. Delete items or tables, or start it "
    "with more"
)


def call(connection, operation, request):
    """The status and the decoded answer of an API call."""
    body = json.dumps(request).encode()
    reply = exchange(connection, request_bytes(body, operation=operation))
    return reply.status, json.loads(reply.body)


def resident_mebibytes(server):
    status = pathlib.Path(f"/proc/{server.process.pid}/status").read_text(encoding="ascii")
    return int(re.search(r"VmRSS:\s+(\d+)", status).group(1)) / 1024


def put(connection, number):
    item = {"pk": {"S": f"{number:06d}"}, "text": {"S": "x" * ITEM_BYTES}}
    return call(connection, "PutItem", {"TableName": "full", "Item": item})


def fill(connection):
    """Puts items until one is refused; how many there are then, and the refusal."""
    call(connection, "CreateTable", {
        "TableName": "full", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
        "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}]})
    for number in range(2 * MEBIBYTES * 1_000_000 // ITEM_BYTES):
        status, answer = put(connection, number)
        if status != 200:
            return number, answer
    raise AssertionError("nothing was refused")


@check
def refuses_to_grow_beyond_its_memory():
    with Server("--max-memory", str(MEBIBYTES)) as server, server.connect() as connection:
        count, answer = fill(connection)
        assert answer["__type"].endswith("#LimitExceededException"), answer
        assert answer["message"] == FULL, answer
        assert resident_mebibytes(server) < MEBIBYTES + SLACK_MEBIBYTES
        # Whatever was acknowledged is there, and what was refused is not.
        for number, there in ((0, True), (count - 1, True), (count, False)):
            status, answer = call(connection, "GetItem", {
                "TableName": "full", "Key": {"pk": {"S": f"{number:06d}"}}})
            assert status == 200 and ("Item" in answer) == there, (number, answer)
        # Deleting is not refused, and makes room.
        status, answer = call(connection, "DeleteTable", {"TableName": "full"})
        assert status == 200, answer
        assert fill_again(connection) == 200


def fill_again(connection):
    """The status of a CreateTable once memory was given back, which may take some seconds."""
    for _ in range(100_000):
        status, _ = call(connection, "CreateTable", {
            "TableName": "another", "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
            "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}]})
        if status == 200:
            break
    return status


@check
def refuses_bodies_that_do_not_fit_its_memory():
    body = json.dumps({"TableName": "full", "Item": {"pk": {"S": "x" * 15_000_000}}}).encode()
    with Server("--max-memory", "32") as server, server.connect() as connection:
        reply = exchange(connection, request_bytes(body, operation="PutItem"))
        assert reply.status == 400 and FULL.encode() in reply.body, reply
        with server.connect() as another:
            assert call(another, "ListTables", {})[0] == 200
        assert resident_mebibytes(server) < 32
