"""Tables as such: creating, describing, listing and deleting them."""

import unittest
import uuid

from support import (
    PVI,
    S,
    SdkTestCase,
    Table,
    index,
    provisioned,
    split_key,
    unchecked_client,
    unique_name,
)

NO_WAIT = {"Delay": 1, "MaxAttempts": 20}


def simple_table(name, **options):
    """The parameters of CreateTable for a table with the key "pk"."""
    schema, definitions = split_key(["pk:S"])
    request = {"TableName": name, "KeySchema": schema, "AttributeDefinitions": definitions}
    request |= {"BillingMode": "PAY_PER_REQUEST"} | options
    return request


class CreateTable(SdkTestCase):
    def create(self, name=None, **options):
        request = simple_table(name or unique_name(), **options)
        self.addCleanup(self.drop, request["TableName"])
        return self.client.create_table(**request)["TableDescription"]

    def drop(self, name):
        try:
            self.client.delete_table(TableName=name)
        except self.client.exceptions.ResourceNotFoundException:
            pass

    def test_describes_the_new_table(self):
        name = unique_name()
        created = self.create(name)
        self.assertEqual(created["TableName"], name)
        self.assertEqual(created["TableStatus"], "CREATING")
        self.assertEqual(created["KeySchema"], [{"AttributeName": "pk", "KeyType": "HASH"}])
        self.assertEqual(
            created["AttributeDefinitions"], [{"AttributeName": "pk", "AttributeType": "S"}]
        )
        self.assertRegex(
            created["TableArn"], rf"^arn:aws:dynamodb:us-east-1:\d{{12}}:table/{name}$"
        )
        self.assertEqual(uuid.UUID(created["TableId"]).version, 4)
        self.assertEqual((created["ItemCount"], created["TableSizeBytes"]), (0, 0))
        self.assertIs(created["DeletionProtectionEnabled"], False)
        self.assertEqual(created["BillingModeSummary"]["BillingMode"], "PAY_PER_REQUEST")
        throughput = created["ProvisionedThroughput"]
        self.assertEqual(throughput["ReadCapacityUnits"], 0)
        self.assertEqual(throughput["WriteCapacityUnits"], 0)
        self.assertEqual(throughput["NumberOfDecreasesToday"], 0)
        self.assertNotIn("GlobalSecondaryIndexes", created)
        self.assertNotIn("StreamSpecification", created)

    def test_provisioned_throughput(self):
        created = self.create(**provisioned(3, 7))
        self.assertEqual(
            created["ProvisionedThroughput"],
            {"NumberOfDecreasesToday": 0, "ReadCapacityUnits": 3, "WriteCapacityUnits": 7},
        )
        self.assertNotIn("BillingModeSummary", created)

    def test_waiter_sees_the_table_exist_and_vanish(self):
        name = self.create()["TableName"]
        self.client.get_waiter("table_exists").wait(TableName=name, WaiterConfig=NO_WAIT)
        self.assertEqual(Table(self.client, name).describe()["TableStatus"], "ACTIVE")
        self.client.delete_table(TableName=name)
        self.client.get_waiter("table_not_exists").wait(TableName=name, WaiterConfig=NO_WAIT)

    def test_name_in_use(self):
        table = self.table("pk:S")
        with self.fails("ResourceInUseException", f"Table already exists: {table.name}"):
            self.client.create_table(**simple_table(table.name))

    def test_indexes_and_stream_are_described(self):
        gsi, gsi_definitions = index("by-owner", "owner:S", "age:N", projection=["b", "a"])
        table = self.table(
            "pk:S",
            gsis=[(gsi, gsi_definitions)],
            StreamSpecification={"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"},
        )
        described = table.describe()
        (got,) = described["GlobalSecondaryIndexes"]
        self.assertEqual(got["IndexName"], "by-owner")
        self.assertEqual(got["KeySchema"], gsi["KeySchema"])
        self.assertEqual(
            got["Projection"], {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["a", "b"]}
        )
        self.assertEqual(got["IndexStatus"], "ACTIVE")
        self.assertEqual(got["IndexArn"], described["TableArn"] + "/index/by-owner")
        self.assertEqual(
            described["StreamSpecification"],
            {"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"},
        )
        self.assertEqual(
            described["LatestStreamArn"],
            f"{described['TableArn']}/stream/{described['LatestStreamLabel']}",
        )

    def test_warm_throughput_is_described(self):
        on_demand = self.table("pk:S").describe()["WarmThroughput"]
        self.assertEqual(on_demand["ReadUnitsPerSecond"], 12000)
        self.assertEqual(on_demand["WriteUnitsPerSecond"], 4000)
        self.assertEqual(on_demand["Status"], "ACTIVE")

    def test_refusals(self):
        pk, sk = split_key(["pk:S", "sk:S"])[0]
        definitions = split_key(["pk:S", "sk:S"])[1]
        gsi = index("by-i", "sk:S")[0]
        cases = {
            "throughput on an on-demand table": (
                {"ProvisionedThroughput": provisioned(1, 1)["ProvisionedThroughput"]},
                PVI + "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when "
                "BillingMode is PAY_PER_REQUEST",
            ),
            "no throughput on a provisioned table": (
                {"BillingMode": "PROVISIONED"},
                PVI + "ReadCapacityUnits and WriteCapacityUnits must both be specified when "
                "BillingMode is PROVISIONED",
            ),
            "a definition that nothing uses": (
                {"AttributeDefinitions": definitions},
                PVI + "Number of attributes in KeySchema does not exactly match number of "
                "attributes defined in AttributeDefinitions",
            ),
            "keys in the wrong order": (
                {"KeySchema": [sk, pk], "AttributeDefinitions": definitions},
                "Invalid KeySchema: The first KeySchemaElement is not a HASH key type",
            ),
            "two partition keys": (
                {
                    "KeySchema": [pk, {"AttributeName": "sk", "KeyType": "HASH"}],
                    "AttributeDefinitions": definitions,
                },
                "Invalid KeySchema: The second KeySchemaElement is not a RANGE key type",
            ),
            "the same attribute twice": (
                {
                    "KeySchema": [pk, {"AttributeName": "pk", "KeyType": "RANGE"}],
                    "AttributeDefinitions": definitions,
                },
                "Both the Hash Key and the Range Key element in the KeySchema have the same name",
            ),
            "an index without a projection type": (
                {
                    "AttributeDefinitions": definitions,
                    "GlobalSecondaryIndexes": [gsi | {"Projection": {}}],
                },
                PVI + "Unknown ProjectionType: null",
            ),
            "an INCLUDE projection of nothing": (
                {
                    "AttributeDefinitions": definitions,
                    "GlobalSecondaryIndexes": [gsi | {"Projection": {"ProjectionType": "INCLUDE"}}],
                },
                PVI + "ProjectionType is INCLUDE, but NonKeyAttributes is not specified",
            ),
            "two indexes of one name": (
                {"AttributeDefinitions": definitions, "GlobalSecondaryIndexes": [gsi, gsi]},
                PVI + "Duplicate index name: by-i",
            ),
            "a local index on a table without sort key": (
                {
                    "AttributeDefinitions": definitions,
                    "LocalSecondaryIndexes": [index("by-i", "pk:S", "sk:S")[0]],
                },
                PVI + "Table KeySchema does not have a range key, which is required when "
                "specifying a LocalSecondaryIndex",
            ),
            "a stream without a view type": (
                {"StreamSpecification": {"StreamEnabled": True}},
                PVI + "Table is being created with a stream enabled, UpdateViewType is required",
            ),
        }
        for title, (options, message) in cases.items():
            with self.subTest(title), self.invalid(message):
                self.create(**options)

    def test_undefined_key_attribute(self):
        with self.fails("ValidationException") as failure:
            self.create(AttributeDefinitions=[{"AttributeName": "x", "AttributeType": "S"}])
        self.assertEqual(
            failure.response["Error"]["Message"],
            PVI + "Some index key attributes are not defined in AttributeDefinitions. "
            "Keys: [pk], AttributeDefinitions: [x]",
        )

    def test_throughput_below_one_is_reported_write_first(self):
        with self.invalid(
            "2 validation errors detected: Value '0' at 'provisionedThroughput.writeCapacityUnits' "
            "failed to satisfy constraint: Member must have value greater than or equal to 1; "
            "Value '0' at 'provisionedThroughput.readCapacityUnits' failed to satisfy constraint: "
            "Member must have value greater than or equal to 1"
        ):
            unchecked_client().create_table(**simple_table(unique_name(), **provisioned(0, 0)))

    def test_bad_enum_value(self):
        with self.invalid(
            "Value 'FREE' at 'billingMode' failed to satisfy constraint: "
            "Member must satisfy enum value set: [PROVISIONED, PAY_PER_REQUEST]"
        ):
            self.create(BillingMode="FREE")


class DescribeAndDelete(SdkTestCase):
    def test_describe_counts_items_and_bytes(self):
        table = self.table("pk:S")
        for number in range(3):
            table.put(pk=S(f"k{number}"), data=S("x" * 100))
        described = table.describe()
        self.assertEqual(described["ItemCount"], 3)
        self.assertEqual(described["TableSizeBytes"], 3 * (2 + 2 + 4 + 100))

    def test_missing_table(self):
        name = unique_name("missing")
        message = f"Requested resource not found: Table: {name} not found"
        for call in (self.client.describe_table, self.client.delete_table):
            with self.subTest(call.__name__), self.fails("ResourceNotFoundException", message):
                call(TableName=name)

    def test_missing_table_in_data_calls(self):
        missing = Table(self.client, unique_name("missing"))
        calls = {
            "GetItem": lambda: missing.get(pk=S("a")),
            "PutItem": lambda: missing.put(pk=S("a")),
            "UpdateItem": lambda: missing.update_item(Key={"pk": S("a")}),
            "DeleteItem": lambda: missing.delete_item(Key={"pk": S("a")}),
            "Scan": lambda: missing.scan(),
            "Query": lambda: missing.query(
                KeyConditionExpression="pk = :a", ExpressionAttributeValues={":a": S("a")}
            ),
        }
        for title, call in calls.items():
            with self.subTest(title):
                with self.fails("ResourceNotFoundException", "Requested resource not found"):
                    call()

    def test_delete_answers_the_short_description(self):
        table = self.table("pk:S", **provisioned(5, 5))
        deleted = table.delete_table()["TableDescription"]
        self.assertEqual(deleted["TableName"], table.name)
        self.assertEqual(deleted["TableStatus"], "DELETING")
        self.assertNotIn("KeySchema", deleted)
        self.assertNotIn("AttributeDefinitions", deleted)
        self.assertNotIn("CreationDateTime", deleted)

    def test_a_deleted_name_can_be_used_again_and_is_empty(self):
        name = unique_name()
        ids = set()
        for _ in range(3):
            created = self.client.create_table(**simple_table(name))["TableDescription"]
            ids.add(created["TableId"])
            table = Table(self.client, name)
            table.wait_until_active()
            self.assertEqual(table.all_items(), [])
            table.put(pk=S("a"))
            table.delete_table()
            self.client.get_waiter("table_not_exists").wait(TableName=name, WaiterConfig=NO_WAIT)
        self.assertEqual(len(ids), 3, "each incarnation has an id of its own")

    def test_deletion_protection(self):
        table = self.table("pk:S", DeletionProtectionEnabled=True)
        self.assertIs(table.describe()["DeletionProtectionEnabled"], True)
        with self.invalid(
            "Resource cannot be deleted as it is currently protected against deletion. "
            "Disable deletion protection first."
        ):
            table.delete_table()
        table.update_table(DeletionProtectionEnabled=False)
        self.assertIs(table.wait_until_active()["DeletionProtectionEnabled"], False)
        table.delete_table()

    def test_deletion_protection_can_be_switched_on(self):
        table = self.table("pk:S")
        updated = table.update_table(DeletionProtectionEnabled=True)["TableDescription"]
        self.addCleanup(table.update_table, DeletionProtectionEnabled=False)
        self.assertIs(updated["DeletionProtectionEnabled"], True)
        with self.fails("ValidationException"):
            table.delete_table()


class ListTables(SdkTestCase):
    def setUp(self):
        # A name that no other test uses, and that sorts where no other test's name comes between.
        self.stem = unique_name("list")
        self.names = [f"{self.stem}.{letter}" for letter in "BDaci"]
        for name in self.names:
            self.client.create_table(**simple_table(name))
            self.addCleanup(self.client.delete_table, TableName=name)

    def listed(self, **options):
        answer = self.client.list_tables(ExclusiveStartTableName=self.stem, **options)
        return answer["TableNames"], answer.get("LastEvaluatedTableName")

    def test_names_come_in_byte_order(self):
        names, _ = self.listed()
        self.assertEqual(names[:5], self.names)

    def test_limit_and_cursor(self):
        names, last = self.listed(Limit=2)
        self.assertEqual(names, self.names[:2])
        self.assertEqual(last, self.names[1])
        answer = self.client.list_tables(ExclusiveStartTableName=last, Limit=2)
        self.assertEqual(answer["TableNames"], self.names[2:4])

    def test_paginator(self):
        pages = self.client.get_paginator("list_tables").paginate(
            ExclusiveStartTableName=self.stem, PaginationConfig={"PageSize": 2}
        )
        found = [
            name for page in pages for name in page["TableNames"] if name.startswith(self.stem)
        ]
        self.assertEqual(found, self.names)

    def test_the_cursor_is_absent_when_nothing_is_left(self):
        answer = self.client.list_tables(ExclusiveStartTableName="zzzzzzzz")
        self.assertEqual(answer["TableNames"], [])
        self.assertNotIn("LastEvaluatedTableName", answer)

    def test_limit_out_of_range(self):
        with self.invalid(
            "Value '101' at 'limit' failed to satisfy constraint: "
            "Member must have value less than or equal to 100"
        ):
            self.client.list_tables(Limit=101)


class Account(SdkTestCase):
    def test_describe_limits(self):
        limits = self.client.describe_limits()
        self.assertEqual(limits["AccountMaxReadCapacityUnits"], 80000)
        self.assertEqual(limits["AccountMaxWriteCapacityUnits"], 80000)
        self.assertEqual(limits["TableMaxReadCapacityUnits"], 40000)
        self.assertEqual(limits["TableMaxWriteCapacityUnits"], 40000)

    def test_describe_endpoints(self):
        (endpoint,) = self.client.describe_endpoints()["Endpoints"]
        self.assertEqual(endpoint["CachePeriodInMinutes"], 1440)
        self.assertTrue(endpoint["Address"])


if __name__ == "__main__":
    unittest.main()
