"""Requests that this application must never send. Only the failure cases call them, to show
what DynamoDB refuses and what it does not."""

from dataclasses import replace

from . import keys
from .items import to_item
from .repos import new_repo
from .table import Table
from .wire import wrap


def count_without_condition(table: Table, owner: str, name: str) -> None:
    """Count a star on a repository without asking whether it exists."""
    key = keys.repo(owner, name)
    table.write(table.change(key, "SET StarCount = StarCount + :one", {":one": 1}, condition=""))


def read_index_consistently(table: Table, account: str) -> None:
    """Ask an index for a strongly consistent read."""
    collection = table.design.layout.repos_of(account)
    ((name, value),) = collection.equal.items()
    table.client.call(
        "Query",
        TableName=table.name,
        IndexName=collection.index.name,
        ConsistentRead=True,
        KeyConditionExpression="#k = :k",
        ExpressionAttributeNames={"#k": name},
        ExpressionAttributeValues=wrap({":k": value}),
    )


def set_index_key_to_number(table: Table, owner: str, name: str) -> None:
    """Give a key attribute of an index the wrong type."""
    (attribute,) = table.design.layout.account_repos.hash
    key = keys.repo(owner, name)
    table.write(table.change(key, "SET #k = :k", {":k": 7}, {"#k": attribute}))


def filter_on_key(table: Table, owner: str, name: str) -> None:
    """Put a condition on the sort key into the filter."""
    table.client.call(
        "Query",
        TableName=table.name,
        KeyConditionExpression="PK = :pk",
        FilterExpression="SK <> :sk",
        ExpressionAttributeValues=wrap({":pk": keys.repo(owner, name).pk, ":sk": "STAR#bo"}),
    )


def write_fork_as_original(table: Table, owner: str, name: str, forker: str) -> None:
    """Write a fork whose indexing attributes are those of an original repository. The item is
    whole, nothing complains, and no list of forks will ever show it."""
    fork = new_repo(table, forker, name, "", fork_owner=owner)
    layout = table.design.layout
    as_original = to_item(replace(fork, fork_owner=None), layout)
    item = as_original | {"ForkOwner": owner}
    table.client.call("PutItem", TableName=table.name, Item=wrap(item))


def remove_fork(table: Table, forker: str, name: str) -> None:
    table.delete_item(keys.repo(forker, name))
