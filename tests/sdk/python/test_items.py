"""Single items: PutItem, GetItem and DeleteItem."""

import unittest

from support import BOOL, L, M, N, PVI, S, SdkTestCase


class PutAndGet(SdkTestCase):
    def setUp(self):
        self.items = self.table("pk:S", "sk:N")

    def test_put_then_get(self):
        answer = self.items.put(pk=S("a"), sk=N(1), name=S("Ann"))
        self.assertNotIn("Attributes", answer)
        got = self.items.get_item(Key={"pk": S("a"), "sk": N(1)})
        self.assertEqual(got["Item"], {"pk": S("a"), "sk": N(1), "name": S("Ann")})

    def test_put_replaces_the_whole_item(self):
        self.items.put(pk=S("a"), sk=N(1), old=S("x"))
        self.items.put(pk=S("a"), sk=N(1), new=S("y"))
        self.assertEqual(
            self.items.get(pk=S("a"), sk=N(1)), {"pk": S("a"), "sk": N(1), "new": S("y")}
        )

    def test_numbers_that_are_equal_are_the_same_key(self):
        self.items.put(pk=S("a"), sk=N("1"))
        self.items.put(pk=S("a"), sk=N("1.0"), second=BOOL(True))
        self.items.put(pk=S("a"), sk=N("10e-1"), third=BOOL(True))
        self.assertEqual(self.items.all_items(), [{"pk": S("a"), "sk": N(1), "third": BOOL(True)}])

    def test_missing_item(self):
        self.assertNotIn("Item", self.items.get_item(Key={"pk": S("none"), "sk": N(1)}))

    def test_return_values_of_put(self):
        put = lambda value: self.items.put_item(
            Item={"pk": S("a"), "sk": N(1), "v": S(value)}, ReturnValues="ALL_OLD"
        )
        self.assertNotIn("Attributes", put("one"))
        self.assertEqual(put("two")["Attributes"], {"pk": S("a"), "sk": N(1), "v": S("one")})

    def test_put_cannot_return_new_values(self):
        for return_values in ("ALL_NEW", "UPDATED_OLD", "UPDATED_NEW"):
            with self.subTest(return_values):
                with self.invalid("ReturnValues can only be ALL_OLD or NONE"):
                    self.items.put_item(Item={"pk": S("a"), "sk": N(1)}, ReturnValues=return_values)

    def test_projection(self):
        self.items.put(
            pk=S("a"),
            sk=N(1),
            plain=S("p"),
            map=M(x=N(1), y=L(S("zero"), S("one"), S("two")), z=N(3)),
            other=S("o"),
        )
        got = self.items.get_item(
            Key={"pk": S("a"), "sk": N(1)},
            ProjectionExpression="plain, #m.x, #m.y[0], #m.y[2], absent",
            ExpressionAttributeNames={"#m": "map"},
        )["Item"]
        self.assertEqual(got, {"plain": S("p"), "map": M(x=N(1), y=L(S("zero"), S("two")))})

    def test_projection_of_nothing(self):
        self.items.put(pk=S("a"), sk=N(1))
        got = self.items.get_item(Key={"pk": S("a"), "sk": N(1)}, ProjectionExpression="absent")
        self.assertEqual(got["Item"], {})

    def test_attributes_to_get(self):
        self.items.put(pk=S("a"), sk=N(1), x=N(1), y=N(2))
        got = self.items.get_item(Key={"pk": S("a"), "sk": N(1)}, AttributesToGet=["x", "pk"])
        self.assertEqual(got["Item"], {"pk": S("a"), "x": N(1)})

    def test_a_name_with_dots_is_one_name(self):
        self.items.put_item(Item={"pk": S("a"), "sk": N(1), "a.b": S("dotted"), "a": M(b=S("in"))})
        got = self.items.get_item(
            Key={"pk": S("a"), "sk": N(1)},
            ProjectionExpression="#d",
            ExpressionAttributeNames={"#d": "a.b"},
        )
        self.assertEqual(got["Item"], {"a.b": S("dotted")})

    def test_faulty_keys(self):
        schema = "The provided key element does not match the schema"
        cases = {
            "no sort key": ({"pk": S("a")}, schema),
            "one attribute too many": ({"pk": S("a"), "sk": N(1), "x": N(1)}, schema),
            "another name": ({"pk": S("a"), "x": N(1)}, schema),
            "another type": ({"pk": S("a"), "sk": S("1")}, schema),
            "an empty partition key": (
                {"pk": S(""), "sk": N(1)},
                "One or more parameter values are not valid. The AttributeValue for a key "
                "attribute cannot contain an empty string value. Key: pk",
            ),
            "a partition key that is too long": (
                {"pk": S("x" * 2049), "sk": N(1)},
                PVI + "Size of hashkey has exceeded the maximum size limit of2048 bytes",
            ),
        }
        for title, (key, message) in cases.items():
            for call in (self.items.get_item, self.items.delete_item, self.items.update_item):
                with self.subTest(title), self.invalid(message):
                    call(Key=key)

    def test_items_without_a_proper_key(self):
        cases = {
            "no sort key": ({"pk": S("a")}, PVI + "Missing the key sk in the item"),
            "another type": (
                {"pk": S("a"), "sk": S("1")},
                PVI + "Type mismatch for key sk expected: N actual: S",
            ),
            "an empty partition key": (
                {"pk": S(""), "sk": N(1)},
                "One or more parameter values are not valid. The AttributeValue for a key "
                "attribute cannot contain an empty string value. Key: pk",
            ),
        }
        for title, (item, message) in cases.items():
            with self.subTest(title), self.invalid(message):
                self.items.put_item(Item=item)

    def test_the_largest_item(self):
        names_and_key = len("pk") + len("sk") + len("data") + len("a") + 2  # N(1) takes two bytes
        room = 400 * 1024 - names_and_key
        self.items.put(pk=S("a"), sk=N(1), data=S("x" * room))
        with self.invalid("Item size has exceeded the maximum allowed size"):
            self.items.put(pk=S("a"), sk=N(1), data=S("x" * (room + 1)))
        with self.invalid("Item size to update has exceeded the maximum allowed size"):
            self.items.update({"pk": S("a"), "sk": N(1)}, "SET more = :m", {"m": S("more")})


class Delete(SdkTestCase):
    def setUp(self):
        self.items = self.table("pk:S")

    def test_delete(self):
        self.items.put(pk=S("a"), v=N(1))
        self.assertNotIn("Attributes", self.items.delete_item(Key={"pk": S("a")}))
        self.assertIsNone(self.items.get(pk=S("a")))

    def test_delete_of_nothing_succeeds(self):
        answer = self.items.delete_item(Key={"pk": S("a")}, ReturnValues="ALL_OLD")
        self.assertNotIn("Attributes", answer)

    def test_return_values(self):
        self.items.put(pk=S("a"), v=N(1))
        answer = self.items.delete_item(Key={"pk": S("a")}, ReturnValues="ALL_OLD")
        self.assertEqual(answer["Attributes"], {"pk": S("a"), "v": N(1)})
        for return_values in ("ALL_NEW", "UPDATED_OLD", "UPDATED_NEW"):
            with self.subTest(return_values):
                with self.invalid("ReturnValues can only be ALL_OLD or NONE"):
                    self.items.delete_item(Key={"pk": S("a")}, ReturnValues=return_values)


if __name__ == "__main__":
    unittest.main()
