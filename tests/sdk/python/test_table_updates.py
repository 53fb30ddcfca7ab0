"""UpdateTable: throughput, billing mode, streams and global indexes."""

import unittest

from support import N, PVI, S, SdkTestCase, index, provisioned, split_key, unique_name


class UpdateTable(SdkTestCase):
    def test_throughput(self):
        table = self.table("pk:S", **provisioned(5, 5))
        table.update_table(ProvisionedThroughput=provisioned(10, 3)["ProvisionedThroughput"])
        throughput = table.wait_until_active()["ProvisionedThroughput"]
        self.assertEqual(throughput["ReadCapacityUnits"], 10)
        self.assertEqual(throughput["WriteCapacityUnits"], 3)
        self.assertIn("LastIncreaseDateTime", throughput)
        self.assertIn("LastDecreaseDateTime", throughput)
        self.assertEqual(throughput["NumberOfDecreasesToday"], 1)

    def test_unchanged_throughput(self):
        table = self.table("pk:S", **provisioned(5, 6))
        with self.invalid(
            "The provisioned throughput for the table will not change. The requested value equals "
            "the current value. Current ReadCapacityUnits provisioned for the table: 5. Requested "
            "ReadCapacityUnits: 5. Current WriteCapacityUnits provisioned for the table: 6. "
            "Requested WriteCapacityUnits: 6. Refer to the Amazon DynamoDB Developer Guide for "
            "current limits and how to request higher limits."
        ):
            table.update_table(ProvisionedThroughput=provisioned(5, 6)["ProvisionedThroughput"])

    def test_billing_mode_there_and_back(self):
        table = self.table("pk:S", **provisioned(5, 5))
        table.update_table(BillingMode="PAY_PER_REQUEST")
        described = table.wait_until_active()
        self.assertEqual(described["BillingModeSummary"]["BillingMode"], "PAY_PER_REQUEST")
        self.assertIn("LastUpdateToPayPerRequestDateTime", described["BillingModeSummary"])
        self.assertEqual(described["ProvisionedThroughput"]["ReadCapacityUnits"], 0)

        with self.invalid(
            PVI + "ProvisionedThroughput must be specified when BillingMode is PROVISIONED"
        ):
            table.update_table(BillingMode="PROVISIONED")
        table.update_table(**provisioned(2, 4))
        described = table.wait_until_active()
        self.assertEqual(described["BillingModeSummary"]["BillingMode"], "PROVISIONED")
        self.assertEqual(described["ProvisionedThroughput"]["WriteCapacityUnits"], 4)

    def test_billing_mode_of_a_table_with_an_index_needs_its_throughput(self):
        table = self.table("pk:S", gsis=[index("by-a", "a:S")])
        with self.invalid(PVI + "ProvisionedThroughput must be specified for index: by-a"):
            table.update_table(**provisioned(1, 1))
        table.update_table(
            **provisioned(1, 1),
            GlobalSecondaryIndexUpdates=[
                {
                    "Update": {
                        "IndexName": "by-a",
                        "ProvisionedThroughput": provisioned(2, 3)["ProvisionedThroughput"],
                    }
                }
            ],
        )
        (by_a,) = table.wait_until_active()["GlobalSecondaryIndexes"]
        self.assertEqual(by_a["ProvisionedThroughput"]["WriteCapacityUnits"], 3)

    def test_nothing_to_do(self):
        table = self.table("pk:S")
        with self.invalid(
            "At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, "
            "GlobalSecondaryIndexUpdates, SSESpecification, ReplicaUpdates, "
            "MultiAccountReplicaReady, ReplicaTransitRoleArn, MultiRegionConsistency, "
            "DeletionProtectionEnabled, OnDemandThroughput, WarmThroughput or TableClass is "
            "required"
        ):
            table.update_table()

    def test_missing_table(self):
        name = unique_name("missing")
        with self.fails(
            "ResourceNotFoundException", f"Requested resource not found: Table: {name} not found"
        ):
            self.client.update_table(TableName=name, BillingMode="PAY_PER_REQUEST")

    def test_stream(self):
        table = self.table("pk:S")
        on = {"StreamEnabled": True, "StreamViewType": "NEW_IMAGE"}
        off = {"StreamEnabled": False}

        with self.invalid(f"Table has no stream to disable: TableName: {table.name}"):
            table.update_table(StreamSpecification=off)
        with self.invalid(PVI + "If stream is being enabled then UpdateViewType is required"):
            table.update_table(StreamSpecification={"StreamEnabled": True})

        table.update_table(StreamSpecification=on)
        described = table.wait_until_active()
        self.assertEqual(described["StreamSpecification"], on)
        first_arn = described["LatestStreamArn"]
        with self.invalid(f"Table already has an enabled stream: TableName: {table.name}"):
            table.update_table(StreamSpecification=on)

        table.update_table(StreamSpecification=off)
        described = table.wait_until_active()
        self.assertNotIn("StreamSpecification", described)
        self.assertEqual(described["LatestStreamArn"], first_arn, "the last stream stays known")

        table.update_table(StreamSpecification=on)
        self.assertNotEqual(table.wait_until_active()["LatestStreamArn"], first_arn)


class UpdateTableIndexes(SdkTestCase):
    def create_index(self, table, name, *key, **options):
        description, definitions = index(name, *key, **options)
        return table.update_table(
            AttributeDefinitions=definitions,
            GlobalSecondaryIndexUpdates=[{"Create": description}],
        )["TableDescription"]

    def delete_index(self, table, name):
        return table.update_table(GlobalSecondaryIndexUpdates=[{"Delete": {"IndexName": name}}])

    def test_a_new_index_is_filled_from_the_table(self):
        table = self.table("pk:S", "sk:N")
        for number in range(50):
            owner = {"owner": S(f"o{number % 3}")} if number % 5 else {}
            table.put(pk=S("p"), sk=N(number), data=S(f"d{number}"), **owner)
        updated = self.create_index(table, "by-owner", "owner:S", "sk:N", projection=["data"])
        (creating,) = updated["GlobalSecondaryIndexes"]
        self.assertEqual(creating["IndexStatus"], "CREATING")

        (described,) = table.wait_until_active()["GlobalSecondaryIndexes"]
        self.assertEqual(described["ItemCount"], 40, "ten items have no owner")
        found = table.query(
            IndexName="by-owner",
            KeyConditionExpression="#o = :o",
            ExpressionAttributeNames={"#o": "owner"},
            ExpressionAttributeValues={":o": S("o1")},
        )["Items"]
        numbers = [number for number in range(50) if number % 3 == 1 and number % 5]
        self.assertEqual([int(item["sk"]["N"]) for item in found], numbers)
        self.assertEqual(found[0]["data"], S(f"d{numbers[0]}"))

    def test_an_index_of_a_large_table_is_filled_while_it_is_written(self):
        table = self.table("pk:S")
        for start in range(0, 3000, 25):
            puts = [
                {"PutRequest": {"Item": {"pk": S(f"{number:05}"), "kind": S("old")}}}
                for number in range(start, start + 25)
            ]
            self.client.batch_write_item(RequestItems={table.name: puts})
        self.create_index(table, "by-kind", "kind:S")
        for number in range(0, 3000, 10):
            table.put(pk=S(f"{number:05}"), kind=S("new"))
        table.wait_until_active()
        for kind, expected in (("old", 2700), ("new", 300)):
            found = table.query(
                IndexName="by-kind",
                KeyConditionExpression="kind = :kind",
                ExpressionAttributeValues={":kind": S(kind)},
                Select="COUNT",
            )
            self.assertEqual(found["Count"], expected)

    def test_items_of_another_type_stay_out_of_a_new_index(self):
        table = self.table("pk:S")
        table.put(pk=S("number"), a=N(1))
        table.put(pk=S("string"), a=S("1"))
        self.create_index(table, "by-a", "a:S")
        table.wait_until_active()
        items = table.scan(IndexName="by-a")["Items"]
        self.assertEqual([item["pk"] for item in items], [S("string")])

    def test_writes_after_the_creation_are_indexed(self):
        table = self.table("pk:S")
        self.create_index(table, "by-a", "a:S")
        table.wait_until_active()
        table.put(pk=S("1"), a=S("x"))
        table.put(pk=S("2"))
        table.update({"pk": S("2")}, "SET a = :x", {"x": S("x")})
        table.put(pk=S("3"), a=S("x"))
        table.delete_item(Key={"pk": S("3")})
        items = table.scan(IndexName="by-a")["Items"]
        self.assertEqual(sorted(item["pk"]["S"] for item in items), ["1", "2"])

    def test_deleting_an_index(self):
        table = self.table("pk:S", gsis=[index("by-a", "a:S"), index("by-b", "b:N")])
        self.delete_index(table, "by-a")
        described = table.wait_until_active()
        self.assertEqual([i["IndexName"] for i in described["GlobalSecondaryIndexes"]], ["by-b"])
        names = sorted(each["AttributeName"] for each in described["AttributeDefinitions"])
        self.assertEqual(names, ["b", "pk"], "definitions that no key uses go with the index")
        with self.invalid("The table does not have the specified index: by-a"):
            table.scan(IndexName="by-a")
        table.put(pk=S("1"), a=N(1))  # `a` is an attribute like any other now

        self.delete_index(table, "by-b")
        self.assertNotIn("GlobalSecondaryIndexes", table.wait_until_active())

    def test_throughput_of_an_index(self):
        by_a, definitions = index("by-a", "a:S")
        throughput = provisioned(1, 1)["ProvisionedThroughput"]
        by_a["ProvisionedThroughput"] = throughput
        table = self.table("pk:S", gsis=[(by_a, definitions)], **provisioned(1, 1))
        table.update_table(
            GlobalSecondaryIndexUpdates=[
                {
                    "Update": {
                        "IndexName": "by-a",
                        "ProvisionedThroughput": {"ReadCapacityUnits": 5, "WriteCapacityUnits": 6},
                    }
                }
            ]
        )
        described = table.wait_until_active()
        (by_a,) = described["GlobalSecondaryIndexes"]
        self.assertEqual(by_a["ProvisionedThroughput"]["ReadCapacityUnits"], 5)
        self.assertEqual(by_a["ProvisionedThroughput"]["WriteCapacityUnits"], 6)
        self.assertEqual(described["ProvisionedThroughput"]["ReadCapacityUnits"], 1)

    def test_refusals(self):
        table = self.table("pk:S", gsis=[index("by-a", "a:S")])
        with self.subTest("a name that exists"), self.invalid(
            "Attempting to create an index which already exists"
        ):
            self.create_index(table, "by-a", "a:S")
        with self.subTest("an unknown name"), self.fails(
            "ResourceNotFoundException",
            f"Requested resource not found: Index nope for table {table.name}",
        ):
            self.delete_index(table, "nope")
        with self.subTest("no definitions"), self.invalid(
            PVI + "AttributeDefinitions is not specified for index: by-b"
        ):
            table.update_table(GlobalSecondaryIndexUpdates=[{"Create": index("by-b", "b:S")[0]}])
        with self.subTest("an empty action"), self.invalid(
            PVI + "One of GlobalSecondaryIndexUpdate.Update, GlobalSecondaryIndexUpdate.Create, "
            "GlobalSecondaryIndexUpdate.Delete must not be null"
        ):
            table.update_table(GlobalSecondaryIndexUpdates=[{}])
        with self.subTest("two new indexes"), self.fails(
            "LimitExceededException",
            "Subscriber limit exceeded: Only 1 online index can be created or deleted "
            "simultaneously per table",
        ):
            table.update_table(
                AttributeDefinitions=split_key(["c:S", "d:S"])[1],
                GlobalSecondaryIndexUpdates=[
                    {"Create": index("by-c", "c:S")[0]},
                    {"Create": index("by-d", "d:S")[0]},
                ],
            )
        names = [i["IndexName"] for i in table.describe()["GlobalSecondaryIndexes"]]
        self.assertEqual(names, ["by-a"], "what is refused changes nothing")


if __name__ == "__main__":
    unittest.main()
