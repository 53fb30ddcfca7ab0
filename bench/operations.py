"""The operations that are measured, on one table with one index that projects everything."""

TABLE = "bench"

GET = ("GetItem", {"TableName": TABLE, "Key": {"pk": {"S": "user#@key"}, "sk": {"S": "profile"}}})


def item(partition, sort):
    """About 200 bytes."""
    return {
        "pk": {"S": f"user#{partition}"}, "sk": {"S": sort}, "group": {"S": f"group#{partition}"},
        "visits": {"N": "12"}, "name": {"S": "n" * 60}, "mail": {"S": "m" * 40},
        "tags": {"SS": ["x", "y"]},
    }


def increment(partition):
    return {
        "TableName": TABLE, "Key": {"pk": {"S": f"user#{partition}"}, "sk": {"S": "profile"}},
        "UpdateExpression": "SET visits = visits + :one",
        "ExpressionAttributeValues": {":one": {"N": "1"}},
    }


PUT = ("PutItem", {"TableName": TABLE, "Item": item("@key", "profile")})
UPDATE = ("UpdateItem", increment("@key"))
TRANSACT = ("TransactWriteItems", {"TransactItems": [
    {"Update": increment("@key")},
    {"Put": {"TableName": TABLE, "Item": {"pk": {"S": "visit#@key"}, "sk": {"S": "last"}}}},
]})
QUERY = ("Query", {
    "TableName": TABLE, "KeyConditionExpression": "pk = :pk",
    "ExpressionAttributeValues": {":pk": {"S": "user#collection"}},
})

# Name, operation, target ratio, does dynalite have it.
MEASURED = [
    ("GetItem", GET, 1.25, True),
    ("PutItem, one ALL index", PUT, 1.6, True),
    ("UpdateItem, a counter", UPDATE, 1.6, True),
    ("TransactWriteItems, 2 actions", TRANSACT, 2.0, False),
    ("Query, 25 items", QUERY, 1.5, True),
]


def create_table(server):
    names = ("pk", "sk", "group")
    server.call("CreateTable", {
        "TableName": TABLE, "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{"AttributeName": n, "AttributeType": "S"} for n in names],
        "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"},
                      {"AttributeName": "sk", "KeyType": "RANGE"}],
        "GlobalSecondaryIndexes": [{
            "IndexName": "by_group", "Projection": {"ProjectionType": "ALL"},
            "KeySchema": [{"AttributeName": "group", "KeyType": "HASH"}],
        }],
    })


def put_all(server, items):
    """Writes items in batches of 25."""
    batch = []
    for one in items:
        batch.append({"PutRequest": {"Item": one}})
        if len(batch) == 25:
            server.call("BatchWriteItem", {"RequestItems": {TABLE: batch}})
            batch = []
    if batch:
        server.call("BatchWriteItem", {"RequestItems": {TABLE: batch}})


def load_table(server, items=1000):
    """The table with `items` items in as many partitions, and one collection of 25."""
    create_table(server)
    put_all(server, (item(f"{i:06d}", "profile") for i in range(items)))
    put_all(server, (item("collection", f"order#{i:04d}") for i in range(25)))
