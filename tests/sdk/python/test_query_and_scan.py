"""Query and Scan: conditions, order, pages, filters, and segments."""

import threading
import unittest

from support import N, PVI, S, SdkTestCase, with_colons


class Query(SdkTestCase):
    def setUp(self):
        self.items = self.table("pk:S", "sk:N")
        for number in (3, -1, 10, 2, 0, 7):
            self.items.put(pk=S("p"), sk=N(number), parity=S("odd" if number % 2 else "even"))
        self.items.put(pk=S("q"), sk=N(1))

    def query(self, condition, values, **options):
        return self.items.query(
            KeyConditionExpression=condition,
            ExpressionAttributeValues=with_colons(values),
            **options,
        )

    def sort_keys(self, condition, values, **options):
        return [int(i["sk"]["N"]) for i in self.query(condition, values, **options)["Items"]]

    def test_sort_key_conditions(self):
        p = {"p": S("p")}
        two = p | {"two": N(2)}
        cases = [
            ("pk = :p", p, [-1, 0, 2, 3, 7, 10]),
            ("pk = :p AND sk = :two", two, [2]),
            ("pk = :p AND sk < :two", two, [-1, 0]),
            ("pk = :p AND sk <= :two", two, [-1, 0, 2]),
            ("pk = :p AND sk > :two", two, [3, 7, 10]),
            ("pk = :p AND sk >= :two", two, [2, 3, 7, 10]),
            ("sk >= :two AND pk = :p", two, [2, 3, 7, 10]),
            ("(pk = :p) AND (:two <= sk)", two, [2, 3, 7, 10]),
            ("pk = :p AND sk BETWEEN :two AND :ten", two | {"ten": N(9.5)}, [2, 3, 7]),
            ("pk = :p", {"p": S("nobody")}, []),
        ]
        for condition, values, expected in cases:
            with self.subTest(condition):
                self.assertEqual(self.sort_keys(condition, values), expected)

    def test_descending(self):
        self.assertEqual(
            self.sort_keys("pk = :p", {"p": S("p")}, ScanIndexForward=False), [10, 7, 3, 2, 0, -1]
        )

    def test_strings_sort_by_their_bytes(self):
        items = self.table("pk:S", "sk:S")
        texts = ["Z", "a", "", "é", "z", "10", "9", "😀", "ab", "a b"]
        for text in texts[:2] + texts[3:]:
            items.put(pk=S("p"), sk=S(text))
        found = items.query(
            KeyConditionExpression="pk = :p", ExpressionAttributeValues={":p": S("p")}
        )["Items"]
        expected = sorted((t for t in texts if t), key=lambda text: text.encode())
        self.assertEqual([item["sk"]["S"] for item in found], expected)

    def test_begins_with(self):
        items = self.table("pk:S", "sk:S")
        for text in ("a", "ab", "abc", "b", "ac", "\U0010ffff", "\U0010ffffx"):
            items.put(pk=S("p"), sk=S(text))

        def found(prefix):
            answer = items.query(
                KeyConditionExpression="pk = :p AND begins_with(sk, :x)",
                ExpressionAttributeValues={":p": S("p"), ":x": S(prefix)},
            )
            return [item["sk"]["S"] for item in answer["Items"]]

        self.assertEqual(found("ab"), ["ab", "abc"])
        self.assertEqual(found("\U0010ffff"), ["\U0010ffff", "\U0010ffffx"])

    def test_filter_counts(self):
        answer = self.query(
            "pk = :p",
            {"p": S("p"), "odd": S("odd")},
            FilterExpression="parity = :odd",
        )
        self.assertEqual((answer["Count"], answer["ScannedCount"]), (3, 6))
        self.assertEqual(len(answer["Items"]), 3)

    def test_select_count(self):
        answer = self.query("pk = :p", {"p": S("p")}, Select="COUNT")
        self.assertEqual((answer["Count"], answer["ScannedCount"]), (6, 6))
        self.assertNotIn("Items", answer)

    def test_projection(self):
        answer = self.query(
            "pk = :p AND sk = :n", {"p": S("p"), "n": N(7)}, ProjectionExpression="parity"
        )
        self.assertEqual(answer["Items"], [{"parity": S("odd")}])

    def test_limit_and_restart(self):
        first = self.query("pk = :p", {"p": S("p")}, Limit=2)
        self.assertEqual(first["LastEvaluatedKey"], {"pk": S("p"), "sk": N(0)})
        self.assertEqual(
            self.sort_keys("pk = :p", {"p": S("p")}, ExclusiveStartKey=first["LastEvaluatedKey"]),
            [2, 3, 7, 10],
        )
        self.assertEqual(
            self.sort_keys(
                "pk = :p",
                {"p": S("p")},
                ExclusiveStartKey={"pk": S("p"), "sk": N(5)},
                ScanIndexForward=False,
            ),
            [3, 2, 0, -1],
            "the key to start after need not exist",
        )

    def test_limit_counts_items_before_the_filter(self):
        answer = self.query(
            "pk = :p", {"p": S("p"), "odd": S("odd")}, FilterExpression="parity = :odd", Limit=3
        )
        self.assertEqual((answer["Count"], answer["ScannedCount"]), (1, 3))
        self.assertEqual(answer["LastEvaluatedKey"]["sk"], N(2))

    def test_a_page_that_ends_on_the_last_item_still_has_a_key(self):
        answer = self.query("pk = :p", {"p": S("p")}, Limit=6)
        self.assertEqual(answer["LastEvaluatedKey"]["sk"], N(10))
        rest = self.query(
            "pk = :p", {"p": S("p")}, Limit=6, ExclusiveStartKey=answer["LastEvaluatedKey"]
        )
        self.assertEqual(rest["Items"], [])
        self.assertNotIn("LastEvaluatedKey", rest)
        self.assertNotIn("LastEvaluatedKey", self.query("pk = :p", {"p": S("p")}, Limit=7))

    def test_paginator(self):
        for page_size in (1, 2, 3, 6, 100):
            for forward in (True, False):
                with self.subTest(page_size=page_size, forward=forward):
                    pages = self.client.get_paginator("query").paginate(
                        TableName=self.items.name,
                        KeyConditionExpression="pk = :p",
                        ExpressionAttributeValues={":p": S("p")},
                        ScanIndexForward=forward,
                        PaginationConfig={"PageSize": page_size},
                    )
                    found = [int(item["sk"]["N"]) for page in pages for item in page["Items"]]
                    self.assertEqual(found, sorted(found, reverse=not forward))
                    self.assertEqual(len(found), 6)

    def test_legacy_key_conditions(self):
        answer = self.items.query(
            KeyConditions={
                "pk": {"ComparisonOperator": "EQ", "AttributeValueList": [S("p")]},
                "sk": {"ComparisonOperator": "BETWEEN", "AttributeValueList": [N(2), N(7)]},
            },
            QueryFilter={"parity": {"ComparisonOperator": "EQ", "AttributeValueList": [S("odd")]}},
        )
        self.assertEqual([item["sk"] for item in answer["Items"]], [N(3), N(7)])

    def test_refusals(self):
        p = {"p": S("p")}
        cases = [
            ("sk = :p", {"p": N(1)}, {}, "Query condition missed key schema element: pk"),
            ("pk > :p", p, {}, "Query key condition not supported"),
            (
                "pk = :p",
                {"p": N(1)},
                {},
                PVI + "Condition parameter type does not match schema type",
            ),
            (
                "pk = :p",
                p | {"x": S("x")},
                {"FilterExpression": "pk = :x"},
                "Filter Expression can only contain non-primary key attributes: "
                "Primary key attribute: pk",
            ),
            (
                "pk = :p",
                p,
                {"IndexName": "nope"},
                "The table does not have the specified index: nope",
            ),
            (
                "pk = :p",
                p,
                {"ExclusiveStartKey": {"pk": S("p")}},
                "The provided starting key is invalid",
            ),
            (
                "pk = :p",
                p,
                {"ExclusiveStartKey": {"pk": S("q"), "sk": N(1)}},
                "The provided starting key is outside query boundaries based on provided "
                "conditions",
            ),
            (
                "pk = :p",
                p,
                {"Select": "SPECIFIC_ATTRIBUTES"},
                "Must specify the AttributesToGet or ProjectionExpression when choosing to get "
                "SPECIFIC_ATTRIBUTES",
            ),
            (
                "pk = :p",
                p,
                {"Select": "ALL_PROJECTED_ATTRIBUTES"},
                "ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName",
            ),
        ]
        for condition, values, options, message in cases:
            with self.subTest(condition, **options), self.invalid(message):
                self.query(condition, values, **options)

    def test_no_condition_at_all(self):
        with self.invalid(
            "Either the KeyConditions or KeyConditionExpression parameter must be specified in "
            "the request."
        ):
            self.items.query()


class Pages(SdkTestCase):
    """A page ends with the item that brings it to 1 MiB."""

    # pk "p" and sk are 2+1 and 2+2 bytes, "d" and its text 1+n.
    ITEM_BYTES = 50_000

    @classmethod
    def setUpClass(cls):
        super().setUpClass()

    def fill(self, count):
        items = self.table("pk:S", "sk:N")
        for number in range(1, count + 1):
            items.put(pk=S("p"), sk=N(number), d=S("x" * (self.ITEM_BYTES - 8)))
        return items

    def test_query_and_scan_stop_at_a_mebibyte(self):
        items = self.fill(25)
        full_page = -(-1024 * 1024 // self.ITEM_BYTES)
        query = items.query(
            KeyConditionExpression="pk = :p", ExpressionAttributeValues={":p": S("p")}
        )
        for title, answer in (("query", query), ("scan", items.scan())):
            with self.subTest(title):
                self.assertEqual(answer["Count"], full_page)
                self.assertEqual(answer["LastEvaluatedKey"]["sk"], N(full_page))

    def test_what_the_filter_drops_fills_the_page_too(self):
        items = self.fill(22)
        answer = items.scan(FilterExpression="attribute_not_exists(d)", ProjectionExpression="sk")
        self.assertEqual((answer["Count"], answer["ScannedCount"]), (0, 21))
        self.assertIn("LastEvaluatedKey", answer)

    def test_paginators_put_the_pages_together(self):
        items = self.fill(45)
        self.assertEqual([int(i["sk"]["N"]) for i in items.all_items()], list(range(1, 46)))


class Scan(SdkTestCase):
    def setUp(self):
        self.items = self.table("pk:S")
        self.keys = {f"k{number:03}" for number in range(100)}
        for key in self.keys:
            self.items.put(pk=S(key), n=N(int(key[1:])))

    def keys_of(self, items):
        return [item["pk"]["S"] for item in items]

    def test_everything_once(self):
        found = self.keys_of(self.items.all_items())
        self.assertEqual(len(found), 100)
        self.assertEqual(set(found), self.keys)

    def test_the_order_is_stable_and_hidden(self):
        first = self.keys_of(self.items.all_items())
        self.assertEqual(first, self.keys_of(self.items.all_items()))
        self.assertNotEqual(first, sorted(first))

    def test_filter(self):
        answer = self.items.scan(
            FilterExpression="n < :ten OR pk = :last",
            ExpressionAttributeValues={":ten": N(10), ":last": S("k099")},
        )
        self.assertEqual((answer["Count"], answer["ScannedCount"]), (11, 100))

    def test_limited_pages(self):
        for page_size in (1, 7, 100):
            with self.subTest(page_size):
                pages = self.client.get_paginator("scan").paginate(
                    TableName=self.items.name, PaginationConfig={"PageSize": page_size}
                )
                found = [key for page in pages for key in self.keys_of(page["Items"])]
                self.assertEqual(len(found), 100)
                self.assertEqual(set(found), self.keys)

    def test_segments_share_the_table_among_them(self):
        for total in (1, 4, 33):
            with self.subTest(total):
                found = [[] for _ in range(total)]

                def scan(segment):
                    pages = self.client.get_paginator("scan").paginate(
                        TableName=self.items.name,
                        Segment=segment,
                        TotalSegments=total,
                        PaginationConfig={"PageSize": 10},
                    )
                    found[segment] = [key for page in pages for key in self.keys_of(page["Items"])]

                threads = [threading.Thread(target=scan, args=[s]) for s in range(total)]
                for thread in threads:
                    thread.start()
                for thread in threads:
                    thread.join()
                together = [key for keys in found for key in keys]
                self.assertEqual(len(together), 100)
                self.assertEqual(set(together), self.keys)
                if total == 4:
                    self.assertTrue(all(found), "each segment has a share")

    def test_select_count_and_projection(self):
        self.assertEqual(self.items.scan(Select="COUNT")["Count"], 100)
        answer = self.items.scan(ProjectionExpression="n", Limit=1)
        self.assertEqual(list(answer["Items"][0]), ["n"])

    def test_legacy_filter(self):
        answer = self.items.scan(
            ScanFilter={"n": {"ComparisonOperator": "GE", "AttributeValueList": [N(98)]}},
            AttributesToGet=["pk"],
        )
        self.assertEqual(sorted(self.keys_of(answer["Items"])), ["k098", "k099"])

    def test_refusals(self):
        cases = [
            (
                {"Segment": 0},
                "The TotalSegments parameter is required but was not present in the request when "
                "Segment parameter is present",
            ),
            (
                {"TotalSegments": 2},
                "The Segment parameter is required but was not present in the request when "
                "parameter TotalSegments is present",
            ),
            (
                {"Segment": 3, "TotalSegments": 3},
                "The Segment parameter is zero-based and must be less than parameter "
                "TotalSegments: Segment: 3 is not less than TotalSegments: 3",
            ),
            (
                {"ExclusiveStartKey": {"pk": N(1)}},
                "The provided starting key is invalid: "
                "The provided key element does not match the schema",
            ),
            (
                {"Select": "COUNT", "ProjectionExpression": "n"},
                "Cannot specify the ProjectionExpression when choosing to get only the Count",
            ),
        ]
        for options, message in cases:
            with self.subTest(**options), self.invalid(message):
                self.items.scan(**options)

    def test_items_that_come_and_go_between_pages(self):
        first = self.items.scan(Limit=50)
        seen = set(self.keys_of(first["Items"]))
        for key in seen:
            self.items.delete_item(Key={"pk": S(key)})
        rest = self.items.scan(ExclusiveStartKey=first["LastEvaluatedKey"])
        self.assertEqual(set(self.keys_of(rest["Items"])), self.keys - seen)


if __name__ == "__main__":
    unittest.main()
