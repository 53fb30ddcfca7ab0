"""BatchGetItem and BatchWriteItem."""

import unittest

from support import N, PVI, S, SdkTestCase, in_some_order, index, unique_name, unchecked_client


def put(**item):
    return {"PutRequest": {"Item": item}}


def delete(**key):
    return {"DeleteRequest": {"Key": key}}


class BatchWrite(SdkTestCase):
    def setUp(self):
        self.one = self.table("pk:S")
        self.two = self.table("pk:S", "sk:N")

    def write(self, **requests):
        named = {"one": self.one.name, "two": self.two.name}
        return self.client.batch_write_item(
            RequestItems={named[title]: elements for title, elements in requests.items()}
        )

    def test_puts_and_deletes_in_several_tables(self):
        self.one.put(pk=S("old"))
        answer = self.write(
            one=[put(pk=S("new"), v=N(1)), delete(pk=S("old")), delete(pk=S("never there"))],
            two=[put(pk=S("a"), sk=N(1)), put(pk=S("a"), sk=N(2))],
        )
        self.assertEqual(answer["UnprocessedItems"], {})
        self.assertEqual(self.one.all_items(), [{"pk": S("new"), "v": N(1)}])
        self.assertEqual(len(self.two.all_items()), 2)

    def test_twenty_five_at_a_time(self):
        elements = [put(pk=S(f"k{number}")) for number in range(26)]
        self.write(one=elements[:25])
        self.assertEqual(len(self.one.all_items()), 25)
        with self.fails("ValidationException"):
            self.write(one=elements)

    def test_indexes_follow(self):
        items = self.table("pk:S", gsis=[index("by-a", "a:S")])
        self.client.batch_write_item(
            RequestItems={items.name: [put(pk=S("1"), a=S("x")), put(pk=S("2"))]}
        )
        self.assertEqual(items.scan(IndexName="by-a")["Count"], 1)
        self.client.batch_write_item(RequestItems={items.name: [delete(pk=S("1"))]})
        self.assertEqual(items.scan(IndexName="by-a")["Count"], 0)

    def test_item_collection_metrics(self):
        items = self.table("pk:S", "sk:N", lsis=[index("by-l", "pk:S", "x:S")])
        answer = self.client.batch_write_item(
            RequestItems={
                items.name: [
                    put(pk=S("a"), sk=N(1)),
                    put(pk=S("a"), sk=N(2)),
                    put(pk=S("b"), sk=N(1)),
                ]
            },
            ReturnItemCollectionMetrics="SIZE",
        )
        metrics = answer["ItemCollectionMetrics"][items.name]
        keys = sorted(entry["ItemCollectionKey"]["pk"]["S"] for entry in metrics)
        self.assertEqual(keys, ["a", "b"], "one entry for each item collection")

    def test_refusals(self):
        duplicates = "Provided list of item keys contains duplicates"
        schema = "The provided key element does not match the schema"
        cases = {
            "the same put twice": ([put(pk=S("a")), put(pk=S("a"), v=N(1))], duplicates),
            "a put and a delete": ([put(pk=S("a")), delete(pk=S("a"))], duplicates),
            "an item without key": ([put(v=N(1))], schema),
            "a key of another type": ([delete(pk=N(1))], schema),
            "an item that is too large": (
                [put(pk=S("a"), v=S("x" * 409600))],
                "Item size has exceeded the maximum allowed size",
            ),
            "an empty set": (
                [put(pk=S("a"), v={"SS": []})],
                PVI + "An string set  may not be empty",
            ),
        }
        for title, (elements, message) in cases.items():
            with self.subTest(title), self.invalid(message):
                self.write(one=[put(pk=S("innocent")), *elements])
        self.assertEqual(self.one.all_items(), [], "nothing of a refused batch is written")

    def test_one_missing_table_refuses_all(self):
        with self.fails("ResourceNotFoundException", "Requested resource not found"):
            self.client.batch_write_item(
                RequestItems={
                    self.one.name: [put(pk=S("a"))],
                    unique_name("missing"): [put(pk=S("a"))],
                }
            )
        self.assertEqual(self.one.all_items(), [])


class BatchGet(SdkTestCase):
    def setUp(self):
        self.one = self.table("pk:S")
        self.two = self.table("pk:S", "sk:N")
        for number in range(10):
            self.one.put(pk=S(f"k{number}"), v=N(number), w=S("w"))
            self.two.put(pk=S("p"), sk=N(number))

    def test_several_tables(self):
        answer = self.client.batch_get_item(
            RequestItems={
                self.one.name: {"Keys": [{"pk": S(f"k{n}")} for n in (1, 3, 99)]},
                self.two.name: {
                    "Keys": [{"pk": S("p"), "sk": N(4)}],
                    "ConsistentRead": True,
                },
            }
        )
        self.assertEqual(answer["UnprocessedKeys"], {})
        self.assert_same_items(
            answer["Responses"][self.one.name],
            [{"pk": S(f"k{n}"), "v": N(n), "w": S("w")} for n in (1, 3)],
        )
        self.assertEqual(answer["Responses"][self.two.name], [{"pk": S("p"), "sk": N(4)}])

    def test_nothing_found(self):
        answer = self.client.batch_get_item(
            RequestItems={self.one.name: {"Keys": [{"pk": S("none")}]}}
        )
        self.assertEqual(answer["Responses"], {self.one.name: []})

    def test_projection(self):
        answer = self.client.batch_get_item(
            RequestItems={
                self.one.name: {
                    "Keys": [{"pk": S("k1")}, {"pk": S("k2")}],
                    "ProjectionExpression": "#v",
                    "ExpressionAttributeNames": {"#v": "v"},
                }
            }
        )
        self.assertEqual(
            in_some_order(answer["Responses"][self.one.name]),
            in_some_order([{"v": N(1)}, {"v": N(2)}]),
        )

    def test_answers_of_sixteen_mebibytes_at_most(self):
        items = self.table("pk:S")
        for number in range(50):
            items.put(pk=S(f"k{number:02}"), data=S("x" * 390_000))
        keys = [{"pk": S(f"k{number:02}")} for number in range(50)]
        found = []
        rounds = 0
        while keys:
            answer = self.client.batch_get_item(RequestItems={items.name: {"Keys": keys}})
            found += [item["pk"]["S"] for item in answer["Responses"][items.name]]
            keys = answer["UnprocessedKeys"].get(items.name, {}).get("Keys", [])
            rounds += 1
        self.assertEqual(sorted(found), [f"k{number:02}" for number in range(50)])
        self.assertEqual(rounds, 2, "50 items of 390,000 bytes are more than 16 MiB")

    def test_refusals(self):
        cases = {
            "the same key twice": (
                [{"pk": S("a")}, {"pk": S("a")}],
                "Provided list of item keys contains duplicates",
            ),
            "a key of another type": (
                [{"pk": N(1)}],
                "The provided key element does not match the schema",
            ),
        }
        for title, (keys, message) in cases.items():
            with self.subTest(title), self.invalid(message):
                self.client.batch_get_item(RequestItems={self.one.name: {"Keys": keys}})

    def test_a_hundred_keys_at_a_time(self):
        keys = [{"pk": S(f"k{number}")} for number in range(101)]
        answer = self.client.batch_get_item(RequestItems={self.one.name: {"Keys": keys[:100]}})
        self.assertEqual(len(answer["Responses"][self.one.name]), 10)
        with self.fails("ValidationException"):
            self.client.batch_get_item(RequestItems={self.one.name: {"Keys": keys}})

    def test_an_empty_request(self):
        with self.fails("ValidationException"):
            unchecked_client().batch_get_item(RequestItems={})

    def test_a_missing_table(self):
        with self.fails("ResourceNotFoundException", "Requested resource not found"):
            self.client.batch_get_item(
                RequestItems={unique_name("missing"): {"Keys": [{"pk": S("a")}]}}
            )


if __name__ == "__main__":
    unittest.main()
