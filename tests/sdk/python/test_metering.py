"""ConsumedCapacity and the metering report. The rules R1.. are those of docs/METERING.md."""

import json
import unittest
import urllib.request

from support import (
    ENDPOINT,
    N,
    S,
    SS,
    SdkTestCase,
    Table,
    index,
    make_client,
    unique_name,
    with_colons,
)


def of_size(total, key="k"):
    """An item {pk, b} that counts for so many bytes (R1, R2)."""
    return {"pk": S(key), "b": S("x" * (total - len("pk") - len(key) - len("b")))}


class CapacityTestCase(SdkTestCase):
    def consumed(self, answer, total, table=None, gsis=None, lsis=None):
        """Asserts the ConsumedCapacity of a single-table answer, all of it (R49). Without `table`
        the call is one that asked for TOTAL."""
        capacity = dict(answer["ConsumedCapacity"])
        capacity.pop("TableName")
        expected = {"CapacityUnits": total}
        if table is not None:
            expected["Table"] = {"CapacityUnits": table}
        for member, arms in (("GlobalSecondaryIndexes", gsis), ("LocalSecondaryIndexes", lsis)):
            if arms:
                expected[member] = {name: {"CapacityUnits": u} for name, u in arms.items()}
        self.assertEqual(capacity, expected)


INDEXES = {"ReturnConsumedCapacity": "INDEXES"}
TOTAL = {"ReturnConsumedCapacity": "TOTAL"}


class Reads(CapacityTestCase):
    def test_none(self):
        items = self.table("pk:S")
        for options in ({}, {"ReturnConsumedCapacity": "NONE"}):
            self.assertNotIn("ConsumedCapacity", items.get_item(Key={"pk": S("k")}, **options))

    def test_get_item(self):
        items = self.table("pk:S")
        items.put_item(Item=of_size(4096, "small"))
        items.put_item(Item=of_size(4097, "large"))
        cases = [("small", 1.0), ("large", 2.0), ("absent", 1.0)]  # R8, R12, R13
        for key, units in cases:
            with self.subTest(key):
                strong = items.get_item(Key={"pk": S(key)}, ConsistentRead=True, **INDEXES)
                self.consumed(strong, units, table=units)
                eventual = items.get_item(Key={"pk": S(key)}, ProjectionExpression="pk", **TOTAL)
                self.consumed(eventual, units / 2)

    def test_batch_get_rounds_each_item(self):  # R9, R14
        items = self.table("pk:S")
        items.put_item(Item=of_size(1536, "a"))
        items.put_item(Item=of_size(6656, "b"))
        (capacity,) = self.client.batch_get_item(
            RequestItems={
                items.name: {
                    "Keys": [{"pk": S(key)} for key in ("a", "b", "absent")],
                    "ConsistentRead": True,
                }
            },
            **INDEXES,
        )["ConsumedCapacity"]
        self.assertEqual(
            capacity,
            {"TableName": items.name, "CapacityUnits": 4.0, "Table": {"CapacityUnits": 4.0}},
        )

    def test_query_rounds_the_sum(self):  # R9, R15
        items = self.table("pk:S", "sk:N")
        for number in range(1, 11):
            # 4,178 bytes: pk 2+1, sk 2+2, b 1+4170.
            items.put(pk=S("p"), sk=N(number), b=S("x" * 4170))
        query = {
            "KeyConditionExpression": "pk = :p",
            "ExpressionAttributeValues": with_colons({"p": S("p")}),
        }
        self.consumed(items.query(**query, **INDEXES), 5.5, table=5.5)
        self.consumed(items.query(**query, ConsistentRead=True, **TOTAL), 11.0)
        self.consumed(items.query(**query, Select="COUNT", **TOTAL), 5.5)
        self.consumed(
            items.query(**query, FilterExpression="attribute_not_exists(b)", **TOTAL), 5.5
        )
        self.consumed(items.query(**query, Limit=1, **TOTAL), 1.0)

    def test_query_of_nothing(self):  # R16
        items = self.table("pk:S")
        query = {
            "KeyConditionExpression": "pk = :p",
            "ExpressionAttributeValues": with_colons({"p": S("none")}),
        }
        self.consumed(items.query(**query, **INDEXES), 0.5, table=0.5)

    def test_scan(self):  # R21
        throughput = {"ReadCapacityUnits": 5, "WriteCapacityUnits": 5}
        provisioned = self.table(
            "pk:S", BillingMode="PROVISIONED", ProvisionedThroughput=throughput
        )
        on_demand = self.table("pk:S")
        for items, eventual in ((provisioned, 0.5), (on_demand, 2.0)):
            items.put(pk=S("u1"), name=S("Ann"))
            with self.subTest(eventual):
                self.consumed(items.scan(**TOTAL), eventual)
                self.consumed(items.scan(ConsistentRead=True, **TOTAL), 2 * eventual)

    def test_query_on_a_global_index(self):  # R17
        items = self.table("pk:S", gsis=[index("by-g", "gpk:S")])
        for number in range(8):
            # An entry of 2,000 bytes: pk 2+1, gpk 3+1, b 1+1992.
            items.put(pk=S(str(number)), gpk=S("G"), b=S("x" * 1992))
        answer = items.query(
            IndexName="by-g",
            KeyConditionExpression="gpk = :g",
            ExpressionAttributeValues=with_colons({"g": S("G")}),
            **INDEXES,
        )
        self.consumed(answer, 2.0, table=0.0, gsis={"by-g": 2.0})

    def test_fetches_behind_a_local_index(self):  # R18, R19
        items = self.table("pk:S", "sk:N", lsis=[index("by-l", "pk:S", "lk:N", projection=["a"])])
        for number in range(1, 5):
            items.put(pk=S("p"), sk=N(number), lk=N(number), a=S("x" * 180), z=S("z" * 100))
        query = {
            "IndexName": "by-l",
            "KeyConditionExpression": "pk = :p",
            "ExpressionAttributeValues": with_colons({"p": S("p")}),
        } | INDEXES
        self.consumed(items.query(**query), 0.5, table=0.0, lsis={"by-l": 0.5})
        self.consumed(
            items.query(**query, ProjectionExpression="a"), 0.5, table=0.0, lsis={"by-l": 0.5}
        )
        self.consumed(
            items.query(**query, ProjectionExpression="z"), 2.5, table=2.0, lsis={"by-l": 0.5}
        )
        self.consumed(
            items.query(**query, Select="ALL_ATTRIBUTES"), 2.5, table=2.0, lsis={"by-l": 0.5}
        )


class Writes(CapacityTestCase):
    def test_the_larger_of_before_and_after(self):  # R8, R23
        items = self.table("pk:S")
        put = lambda item: items.put_item(Item=item, **INDEXES)
        self.consumed(put(of_size(1024)), 1.0, table=1.0)
        self.consumed(put(of_size(1025)), 2.0, table=2.0)
        self.consumed(put({"pk": S("k")}), 2.0, table=2.0)
        self.consumed(put({"pk": S("k")}), 1.0, table=1.0)

        put(of_size(2049))
        update = items.update({"pk": S("k")}, "SET b = :a", {"a": S("a")}, **TOTAL)
        self.consumed(update, 3.0)
        put(of_size(2049))
        self.consumed(items.delete_item(Key={"pk": S("k")}, **TOTAL), 3.0)
        self.consumed(items.delete_item(Key={"pk": S("k")}, **INDEXES), 1.0, table=1.0)

    def test_batch_write_rounds_each_item(self):  # R9, R32
        items = self.table("pk:S")
        puts = [{"PutRequest": {"Item": of_size(n, f"k{n}")}} for n in (500, 3584)]
        (capacity,) = self.client.batch_write_item(RequestItems={items.name: puts}, **TOTAL)[
            "ConsumedCapacity"
        ]
        self.assertEqual(capacity, {"TableName": items.name, "CapacityUnits": 5.0})

    def test_figures_are_numbers_with_a_fraction(self):  # R10
        items = self.table("pk:S")
        bodies = []
        self.client.meta.events.register(
            "after-call.dynamodb.PutItem",
            lambda http_response, **_: bodies.append(http_response.content.decode()),
            unique_id="bodies",
        )
        self.addCleanup(
            self.client.meta.events.unregister,
            "after-call.dynamodb.PutItem",
            unique_id="bodies",
        )
        items.put_item(Item={"pk": S("a")}, **TOTAL)
        self.assertIn('"CapacityUnits":1.0', bodies[0].replace(" ", ""))


class IndexWrites(CapacityTestCase):
    """R24 to R30: what one write costs on each index."""

    def setUp(self):
        self.items = self.table(
            "pk:S",
            "sk:S",
            gsis=[index("gsi", "gsiPk:S", projection=["proj"])],
            lsis=[index("lsi", "pk:S", "lsiSk:S")],
        )
        self.key = {"pk": S("b"), "sk": S("1")}

    def put(self, **attributes):
        return self.items.put_item(Item=self.key | attributes, **INDEXES)

    def update(self, expression, **values):
        return self.items.update(self.key, expression, values, **INDEXES)

    def full(self):
        self.put(gsiPk=S("g"), lsiSk=S("L1"), proj=S("p"), extra=S("o"))

    def test_puts(self):
        self.consumed(self.put(extra=S("o")), 1.0, table=1.0)
        self.consumed(self.put(gsiPk=S("g")), 2.0, table=1.0, gsis={"gsi": 1.0})
        self.consumed(self.put(gsiPk=S("g"), lsiSk=S("L1")), 2.0, table=1.0, lsis={"lsi": 1.0})
        self.consumed(
            self.put(gsiPk=S("g2"), lsiSk=S("L1")),
            4.0,
            table=1.0,
            gsis={"gsi": 2.0},
            lsis={"lsi": 1.0},
        )

    def test_the_same_item_again_is_free_on_indexes(self):  # R27
        item = {"gsiPk": S("g"), "lsiSk": S("L1"), "proj": SS("a", "b", "c"), "n": N(1)}
        self.put(**item)
        self.consumed(self.put(**item), 1.0, table=1.0)
        reordered = item | {"proj": SS("c", "a", "b"), "n": N("1.0")}
        self.consumed(self.put(**reordered), 1.0, table=1.0)

    def test_updates(self):
        cases = [
            ("SET extra = :v", 2.0, {}, {"lsi": 1.0}),
            ("SET proj = :v", 3.0, {"gsi": 1.0}, {"lsi": 1.0}),
            ("SET gsiPk = :v", 4.0, {"gsi": 2.0}, {"lsi": 1.0}),
            ("REMOVE gsiPk", 3.0, {"gsi": 1.0}, {"lsi": 1.0}),
            ("SET lsiSk = :v", 3.0, {}, {"lsi": 2.0}),
        ]
        for expression, total, gsis, lsis in cases:
            with self.subTest(expression):
                self.full()
                values = {"v": S("other value")} if ":v" in expression else {}
                answer = self.update(expression, **values)
                self.consumed(answer, total, table=1.0, gsis=gsis, lsis=lsis)

    def test_delete(self):
        self.full()
        answer = self.items.delete_item(Key=self.key, **INDEXES)
        self.consumed(answer, 3.0, table=1.0, gsis={"gsi": 1.0}, lsis={"lsi": 1.0})

    def test_total_includes_the_indexes(self):  # R30
        answer = self.items.put_item(Item=self.key | {"gsiPk": S("g"), "lsiSk": S("L1")}, **TOTAL)
        self.consumed(answer, 3.0)

    def test_entries_have_a_size_of_their_own(self):  # R24, R26
        self.put(gsiPk=S("g"), extra=S("x" * 3000))
        self.consumed(self.update("SET gsiPk = :g", g=S("g2")), 5.0, table=3.0, gsis={"gsi": 2.0})
        self.put(gsiPk=S("A"), proj=S("x" * 3000))
        self.consumed(
            self.update("SET gsiPk = :g, proj = :p", g=S("B"), p=S("p")),
            7.0,
            table=3.0,
            gsis={"gsi": 4.0},
        )


class Transactions(CapacityTestCase):
    def test_writes_are_doubled_on_the_table(self):  # R34, R35, R43, R50
        items = self.table(
            "pk:S", "sk:S", gsis=[index("gsi", "gsiPk:S")], lsis=[index("lsi", "pk:S", "lsiSk:S")]
        )
        item = {"pk": S("a"), "sk": S("1"), "gsiPk": S("g"), "lsiSk": S("L")}
        (capacity,) = self.client.transact_write_items(
            TransactItems=[{"Put": {"TableName": items.name, "Item": item}}], **INDEXES
        )["ConsumedCapacity"]
        units = lambda number: {"CapacityUnits": number, "WriteCapacityUnits": number}
        self.assertEqual(
            capacity,
            {
                "TableName": items.name,
                **units(4.0),
                "Table": units(2.0),
                "GlobalSecondaryIndexes": {"gsi": units(1.0)},
                "LocalSecondaryIndexes": {"lsi": units(1.0)},
            },
        )

    def test_a_check_costs_a_write(self):  # R36
        items = self.table("pk:S")
        items.put_item(Item=of_size(3000))
        for key, condition, expected in (
            ("k", "attribute_exists(pk)", 6.0),
            ("absent", "attribute_not_exists(pk)", 2.0),
        ):
            check = {
                "TableName": items.name,
                "Key": {"pk": S(key)},
                "ConditionExpression": condition,
            }
            (capacity,) = self.client.transact_write_items(
                TransactItems=[{"ConditionCheck": check}], **TOTAL
            )["ConsumedCapacity"]
            self.assertEqual(capacity["WriteCapacityUnits"], expected)

    def test_reads_are_doubled(self):  # R37, R51
        items = self.table("pk:S")
        items.put_item(Item=of_size(4097))
        (capacity,) = self.client.transact_get_items(
            TransactItems=[
                {"Get": {"TableName": items.name, "Key": {"pk": S(key)}}} for key in ("k", "none")
            ],
            **INDEXES,
        )["ConsumedCapacity"]
        units = {"CapacityUnits": 6.0, "ReadCapacityUnits": 6.0}
        self.assertEqual(capacity, {"TableName": items.name, **units, "Table": units})


class Report(SdkTestCase):
    """GET and DELETE /_stator/metering, and the header X-Stator-Label."""

    def setUp(self):
        # The report is the server's, and shared with whatever else runs; so each test finds its
        # entries by a label of its own.
        self.label = unique_name("label")
        self.labelled = make_client()
        self.labelled.meta.events.register(
            "before-sign.dynamodb",
            lambda request, **_: request.headers.add_header("X-Stator-Label", self.label),
        )

    def entries(self):
        with urllib.request.urlopen(f"{ENDPOINT}/_stator/metering") as answer:
            report = json.load(answer)
        return [entry for entry in report["Entries"] if entry.get("Label") == self.label]

    def entry(self, operation, index_name=None):
        (entry,) = [
            entry
            for entry in self.entries()
            if entry["Operation"] == operation and entry.get("IndexName") == index_name
        ]
        return entry

    def test_calls_are_summed_by_label_operation_table_and_index(self):
        table = self.table("pk:S", gsis=[index("by-a", "a:S")])
        items = Table(self.labelled, table.name)
        for number in range(3):
            items.put(pk=S(str(number)), a=S("x"))
        items.get_item(Key={"pk": S("0")})
        items.get_item(Key={"pk": S("0")}, ConsistentRead=True)

        on_table = self.entry("PutItem")
        self.assertEqual(on_table["TableName"], table.name)
        self.assertEqual(on_table["Requests"], 3)
        self.assertEqual(on_table["Failures"], 0)
        self.assertEqual(on_table["WriteCapacityUnits"], 3.0)
        self.assertEqual(on_table["ReadCapacityUnits"], 0.0)
        on_index = self.entry("PutItem", "by-a")
        self.assertEqual(on_index["WriteCapacityUnits"], 3.0)
        self.assertEqual(on_index["EntriesWritten"], 3)
        self.assertEqual(self.entry("GetItem")["ReadCapacityUnits"], 1.5)

    def test_failed_conditions_are_metered(self):  # R56
        table = self.table("pk:S")
        items = Table(self.labelled, table.name)
        items.put_item(Item=of_size(3000))
        with self.fails("ConditionalCheckFailedException"):
            items.put_item(Item={"pk": S("k")}, ConditionExpression="attribute_not_exists(pk)")
        entry = self.entry("PutItem")
        self.assertEqual(entry["Requests"], 2)
        self.assertEqual(entry["Failures"], 1)
        self.assertEqual(entry["WriteCapacityUnits"], 6.0, "failed ones included")
        self.assertEqual(entry["FailedWriteCapacityUnits"], 3.0)


if __name__ == "__main__":
    unittest.main()
