"""Secondary indexes: what is in them, what they hold, and how they are queried."""

import unittest

from support import N, NULL, PVI, S, SdkTestCase, index, with_colons


class IndexTestCase(SdkTestCase):
    def query(self, table, name, condition, values, **options):
        return table.query(
            IndexName=name,
            KeyConditionExpression=condition,
            ExpressionAttributeValues=with_colons(values),
            **options,
        )


class Projections(IndexTestCase):
    def setUp(self):
        key = ("g:S", "h:N")
        self.items = self.table(
            "pk:S",
            "sk:S",
            gsis=[
                index("keys", *key, projection="KEYS_ONLY"),
                index("some", *key, projection=["x"]),
                index("all", *key, projection="ALL"),
            ],
        )
        self.item = {
            "pk": S("p"),
            "sk": S("s"),
            "g": S("g"),
            "h": N(1),
            "x": S("x"),
            "y": S("y"),
        }
        self.items.put_item(Item=self.item)

    def only(self, *names):
        return {name: self.item[name] for name in names}

    def test_what_each_projection_holds(self):
        expected = {
            "keys": self.only("pk", "sk", "g", "h"),
            "some": self.only("pk", "sk", "g", "h", "x"),
            "all": self.item,
        }
        for name, item in expected.items():
            with self.subTest(name):
                answer = self.query(self.items, name, "g = :g", {"g": S("g")})
                self.assertEqual(answer["Items"], [item])
                self.assertEqual(self.items.scan(IndexName=name)["Items"], [item])

    def test_attributes_that_are_not_projected(self):
        with self.invalid(
            PVI + "Select type ALL_ATTRIBUTES is not supported for global secondary index some "
            "because its projection type is not ALL"
        ):
            self.query(self.items, "some", "g = :g", {"g": S("g")}, Select="ALL_ATTRIBUTES")
        with self.invalid(PVI + "Global secondary index some does not project [y]"):
            self.query(self.items, "some", "g = :g", {"g": S("g")}, ProjectionExpression="x, y")

    def test_consistent_reads_are_for_tables(self):
        message = "Consistent reads are not supported on global secondary indexes"
        with self.invalid(message):
            self.query(self.items, "all", "g = :g", {"g": S("g")}, ConsistentRead=True)
        with self.invalid(message):
            self.items.scan(IndexName="all", ConsistentRead=True)

    def test_a_change_reaches_the_indexes_that_hold_it(self):
        self.items.update(
            {"pk": S("p"), "sk": S("s")},
            "SET x = :x, y = :y",
            {"x": S("x2"), "y": S("y2")},
        )
        some = self.query(self.items, "some", "g = :g", {"g": S("g")})["Items"][0]
        everything = self.query(self.items, "all", "g = :g", {"g": S("g")})["Items"][0]
        self.assertEqual(some["x"], S("x2"))
        self.assertNotIn("y", some)
        self.assertEqual(everything["y"], S("y2"))


class SparseIndexes(IndexTestCase):
    def setUp(self):
        self.items = self.table("pk:S", gsis=[index("open", "state:S", "due:N")])

    def in_index(self):
        return sorted(item["pk"]["S"] for item in self.items.scan(IndexName="open")["Items"])

    def test_only_items_with_every_key_attribute_are_in_it(self):
        self.items.put(pk=S("both"), state=S("open"), due=N(1))
        self.items.put(pk=S("hash only"), state=S("open"))
        self.items.put(pk=S("range only"), due=N(1))
        self.items.put(pk=S("none"))
        self.assertEqual(self.in_index(), ["both"])

    def test_items_enter_move_and_leave(self):
        self.items.put(pk=S("a"), due=N(1))
        self.assertEqual(self.in_index(), [])
        self.items.update(
            {"pk": S("a")},
            "SET #s = :o",
            {"o": S("open")},
            ExpressionAttributeNames={"#s": "state"},
        )
        self.assertEqual(self.in_index(), ["a"])

        self.items.update({"pk": S("a")}, "SET due = :two", {"two": N(2)})
        found = self.query(
            self.items,
            "open",
            "#s = :o AND due > :one",
            {"o": S("open"), "one": N(1)},
            ExpressionAttributeNames={"#s": "state"},
        )
        self.assertEqual([item["due"] for item in found["Items"]], [N(2)])
        self.assertEqual(self.in_index(), ["a"], "the old entry is gone")

        self.items.update({"pk": S("a")}, "REMOVE due")
        self.assertEqual(self.in_index(), [])
        self.items.put(pk=S("a"), state=S("open"), due=N(1))
        self.items.delete_item(Key={"pk": S("a")})
        self.assertEqual(self.in_index(), [])

    def test_many_items_may_share_an_index_key(self):
        for name in "cab":
            self.items.put(pk=S(name), state=S("open"), due=N(1))
        found = self.query(
            self.items,
            "open",
            "#s = :o",
            {"o": S("open")},
            ExpressionAttributeNames={"#s": "state"},
        )["Items"]
        self.assertEqual(sorted(item["pk"]["S"] for item in found), ["a", "b", "c"])

    def test_pages_over_items_that_share_an_index_key(self):
        names = [f"n{number}" for number in range(20)]
        for name in names:
            self.items.put(pk=S(name), state=S("open"), due=N(1))
        for page_size in (1, 3, 20):
            with self.subTest(page_size):
                pages = self.client.get_paginator("query").paginate(
                    TableName=self.items.name,
                    IndexName="open",
                    KeyConditionExpression="#s = :o",
                    ExpressionAttributeNames={"#s": "state"},
                    ExpressionAttributeValues={":o": S("open")},
                    PaginationConfig={"PageSize": page_size},
                )
                found = [item["pk"]["S"] for page in pages for item in page["Items"]]
                self.assertEqual(sorted(found), sorted(names))

    def test_the_last_key_holds_the_keys_of_table_and_index(self):
        for name in "ab":
            self.items.put(pk=S(name), state=S("open"), due=N(1))
        answer = self.items.scan(IndexName="open", Limit=1)
        self.assertEqual(set(answer["LastEvaluatedKey"]), {"pk", "state", "due"})

    def test_index_keys_of_a_wrong_type(self):
        with self.invalid(
            PVI + "Type mismatch for Index Key due Expected: N Actual: S IndexName: open"
        ):
            self.items.put(pk=S("a"), state=S("open"), due=S("soon"))
        with self.invalid(
            PVI + "Type mismatch for Index Key state Expected: S Actual: NULL IndexName: open"
        ):
            self.items.put(pk=S("a"), state=NULL)
        with self.invalid(
            "One or more parameter values are not valid. A value specified for a secondary index "
            "key is not supported. The AttributeValue for a key attribute cannot contain an empty "
            "string value. IndexName: open, IndexKey: state"
        ):
            self.items.put(pk=S("a"), state=S(""), due=N(1))
        self.assertIsNone(self.items.get(pk=S("a")))


class LocalIndexes(IndexTestCase):
    def setUp(self):
        self.items = self.table(
            "pk:S",
            "sk:N",
            lsis=[
                index("by-name", "pk:S", "name:S", projection="KEYS_ONLY"),
                index("by-age", "pk:S", "age:N", projection=["city"]),
            ],
        )
        people = [("Cy", 30, "Rome"), ("Ann", 50, "Oslo"), ("Bo", 40, "Bern")]
        for number, (name, age, city) in enumerate(people):
            self.items.put(
                pk=S("p"), sk=N(number), name=S(name), age=N(age), city=S(city), note=S("n")
            )
        self.items.put(pk=S("p"), sk=N(9), note=S("in no index"))

    def test_each_index_has_its_order(self):
        by_name = self.query(self.items, "by-name", "pk = :p", {"p": S("p")})["Items"]
        self.assertEqual([item["name"]["S"] for item in by_name], ["Ann", "Bo", "Cy"])
        by_age = self.query(self.items, "by-age", "pk = :p AND age > :a", {"p": S("p"), "a": N(30)})
        self.assertEqual([item["city"]["S"] for item in by_age["Items"]], ["Bern", "Oslo"])

    def test_consistent_reads(self):
        answer = self.query(self.items, "by-name", "pk = :p", {"p": S("p")}, ConsistentRead=True)
        self.assertEqual(answer["Count"], 3)

    def test_default_is_what_the_index_holds(self):
        (ann,) = self.query(
            self.items, "by-age", "pk = :p AND age = :a", {"p": S("p"), "a": N(50)}
        )["Items"]
        self.assertEqual(ann, {"pk": S("p"), "sk": N(1), "age": N(50), "city": S("Oslo")})

    def test_other_attributes_are_fetched_from_the_table(self):
        answer = self.query(
            self.items, "by-name", "pk = :p", {"p": S("p")}, ProjectionExpression="note, age"
        )
        self.assertEqual(answer["Items"][0], {"note": S("n"), "age": N(50)})
        answer = self.query(
            self.items, "by-name", "pk = :p", {"p": S("p")}, Select="ALL_ATTRIBUTES"
        )
        self.assertEqual(set(answer["Items"][0]), {"pk", "sk", "name", "age", "city", "note"})

    def test_restart_after_a_page(self):
        first = self.query(self.items, "by-name", "pk = :p", {"p": S("p")}, Limit=1)
        self.assertEqual(first["LastEvaluatedKey"], {"pk": S("p"), "sk": N(1), "name": S("Ann")})
        rest = self.query(
            self.items,
            "by-name",
            "pk = :p",
            {"p": S("p")},
            ExclusiveStartKey=first["LastEvaluatedKey"],
        )["Items"]
        self.assertEqual([item["name"]["S"] for item in rest], ["Bo", "Cy"])

    def test_item_collection_metrics(self):
        answer = self.items.put_item(
            Item={"pk": S("p"), "sk": N(1)}, ReturnItemCollectionMetrics="SIZE"
        )
        metrics = answer["ItemCollectionMetrics"]
        self.assertEqual(metrics["ItemCollectionKey"], {"pk": S("p")})
        self.assertEqual(metrics["SizeEstimateRangeGB"], [0.0, 1.0])

    def test_no_item_collection_metrics_without_a_local_index(self):
        table = self.table("pk:S")
        answer = table.put_item(Item={"pk": S("p")}, ReturnItemCollectionMetrics="SIZE")
        self.assertNotIn("ItemCollectionMetrics", answer)


class MultiAttributeKeys(IndexTestCase):
    """Global indexes whose partition key and sort key are several attributes each."""

    def setUp(self):
        self.items = self.table(
            "id:S",
            gsis=[index("by-place", "land:S", "city:S", "year:N", "month:N", hashes=2)],
        )
        rows = [
            ("1", "it", "Rome", 2025, 12),
            ("2", "it", "Rome", 2026, 2),
            ("3", "it", "Rome", 2026, 11),
            ("4", "it", "Bari", 2026, 1),
            ("5", "no", "Rome", 2026, 3),
        ]
        for key, land, city, year, month in rows:
            self.items.put(id=S(key), land=S(land), city=S(city), year=N(year), month=N(month))
        self.items.put(id=S("6"), land=S("it"), city=S("Rome"), year=N(2026))

    ROME = {"l": S("it"), "c": S("Rome")}
    NAMES = {"ExpressionAttributeNames": {"#y": "year", "#m": "month"}}

    def ids(self, condition, values, names=("#y", "#m"), **options):
        used = {"#y": "year", "#m": "month"}
        used = {name: real for name, real in used.items() if name in condition}
        if used:
            options["ExpressionAttributeNames"] = used
        answer = self.query(self.items, "by-place", condition, values, **options)
        return [item["id"]["S"] for item in answer["Items"]]

    def test_schema(self):
        (described,) = self.items.describe()["GlobalSecondaryIndexes"]
        self.assertEqual(
            [(e["AttributeName"], e["KeyType"]) for e in described["KeySchema"]],
            [("land", "HASH"), ("city", "HASH"), ("year", "RANGE"), ("month", "RANGE")],
        )

    def test_queries(self):
        place = "land = :l AND city = :c"
        cases = [
            (place, {}, ["1", "2", "3"]),
            (place + " AND #y = :y", {"y": N(2026)}, ["2", "3"]),
            (place + " AND #y >= :y", {"y": N(2025)}, ["1", "2", "3"]),
            (place + " AND #y = :y AND #m > :m", {"y": N(2026), "m": N(2)}, ["3"]),
            (
                place + " AND #y = :y AND #m BETWEEN :m AND :n",
                {"y": N(2026), "m": N(1), "n": N(11)},
                ["2", "3"],
            ),
        ]
        for condition, values, expected in cases:
            with self.subTest(condition):
                self.assertEqual(self.ids(condition, self.ROME | values), expected)

    def test_descending_and_pages(self):
        self.assertEqual(
            self.ids("land = :l AND city = :c", self.ROME, ScanIndexForward=False), ["3", "2", "1"]
        )
        first = self.query(self.items, "by-place", "land = :l AND city = :c", self.ROME, Limit=2)
        self.assertEqual(set(first["LastEvaluatedKey"]), {"id", "land", "city", "year", "month"})
        self.assertEqual(
            self.ids(
                "land = :l AND city = :c", self.ROME, ExclusiveStartKey=first["LastEvaluatedKey"]
            ),
            ["3"],
        )

    def test_every_partition_attribute_is_needed(self):
        with self.invalid("Query condition missed key schema element: city"):
            self.ids("land = :l", {"l": S("it")})

    def test_no_gaps_among_the_sort_attributes(self):
        with self.fails("ValidationException"):
            self.ids("land = :l AND city = :c AND #m = :m", self.ROME | {"m": N(1)})
        with self.fails("ValidationException"):
            self.ids(
                "land = :l AND city = :c AND #y > :y AND #m = :m",
                self.ROME | {"y": N(1), "m": N(1)},
            )

    def test_schemas_that_are_refused(self):
        def create(key, kinds):
            description, definitions = index("by-i", *key)
            for element, kind in zip(description["KeySchema"], kinds):
                element["KeyType"] = kind
            self.table("id:S", gsis=[(description, definitions)])

        with self.invalid(
            PVI + "All HASH key attributes must precede RANGE key attributes in the KeySchema"
        ):
            create(["a:S", "b:S", "c:S"], ["HASH", "RANGE", "HASH"])
        with self.invalid(
            PVI + "The KeySchema exceeds the maximum allowed number of HASH key attributes"
        ):
            create(["a:S", "b:S", "c:S", "d:S", "e:S"], ["HASH"] * 5)


if __name__ == "__main__":
    unittest.main()
