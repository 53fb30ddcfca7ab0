"""A table's ARN stands wherever its name may."""

import unittest

from support import S, SdkTestCase, Table, index, unique_name


class TableArns(SdkTestCase):
    def setUp(self):
        self.by_name = self.table("pk:S", gsis=[index("by-a", "a:S")])
        self.arn = self.by_name.describe()["TableArn"]
        self.by_arn = Table(self.client, self.arn)

    def test_single_items(self):
        self.by_arn.put(pk=S("1"), a=S("x"))
        self.assertEqual(self.by_arn.get(pk=S("1")), {"pk": S("1"), "a": S("x")})
        self.by_arn.update({"pk": S("1")}, "SET a = :y", {"y": S("y")})
        self.assertEqual(self.by_name.get(pk=S("1")), {"pk": S("1"), "a": S("y")})
        self.by_arn.delete_item(Key={"pk": S("1")})
        self.assertIsNone(self.by_name.get(pk=S("1")))

    def test_query_and_scan(self):
        self.by_name.put(pk=S("1"), a=S("x"))
        self.assertEqual(self.by_arn.scan()["Count"], 1)
        found = self.by_arn.query(
            IndexName="by-a",
            KeyConditionExpression="a = :x",
            ExpressionAttributeValues={":x": S("x")},
        )
        self.assertEqual(found["Count"], 1)

    def test_batches_answer_under_the_same_arn(self):
        put = {"PutRequest": {"Item": {"pk": S("1")}}}
        written = self.client.batch_write_item(RequestItems={self.arn: [put]})
        self.assertEqual(written["UnprocessedItems"], {})
        got = self.client.batch_get_item(RequestItems={self.arn: {"Keys": [{"pk": S("1")}]}})
        self.assertEqual(got["Responses"], {self.arn: [{"pk": S("1")}]})

    def test_transactions(self):
        self.client.transact_write_items(
            TransactItems=[{"Put": {"TableName": self.arn, "Item": {"pk": S("1")}}}]
        )
        got = self.client.transact_get_items(
            TransactItems=[{"Get": {"TableName": self.arn, "Key": {"pk": S("1")}}}]
        )
        self.assertEqual(got["Responses"], [{"Item": {"pk": S("1")}}])

    def test_capacity_echoes_the_arn(self):
        answer = self.by_arn.put_item(Item={"pk": S("1")}, ReturnConsumedCapacity="TOTAL")
        self.assertEqual(answer["ConsumedCapacity"]["TableName"], self.arn)

    def test_tables(self):
        self.assertEqual(self.by_arn.describe()["TableName"], self.by_name.name)
        self.by_arn.update_table(DeletionProtectionEnabled=False)
        self.by_arn.delete_table()
        with self.fails("ResourceNotFoundException"):
            self.by_name.describe()

    def test_missing_table_is_named_without_the_arn(self):
        name = unique_name("missing")
        arn = self.arn.replace(self.by_name.name, name)
        with self.fails(
            "ResourceNotFoundException", f"Requested resource not found: Table: {name} not found"
        ):
            self.client.describe_table(TableName=arn)


if __name__ == "__main__":
    unittest.main()
