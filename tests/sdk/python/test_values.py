"""The ten types of values: what goes in comes out, and what cannot be stored is refused."""

import unittest
from decimal import Decimal

from boto3.dynamodb.types import Binary

from support import (
    B,
    BOOL,
    BS,
    L,
    M,
    N,
    NS,
    NULL,
    PVI,
    S,
    SS,
    SdkTestCase,
    make_client,
    unique_name,
)


class RoundTrip(SdkTestCase):
    def setUp(self):
        self.items = self.table("pk:S")

    def round_trip(self, value):
        self.items.put(pk=S("a"), v=value)
        return self.items.get(pk=S("a"))["v"]

    def test_every_type(self):
        values = {
            "S": S("text"),
            "N": N("12.5"),
            "B": B(bytes(range(256))),
            "BOOL": BOOL(True),
            "false": BOOL(False),
            "NULL": NULL,
            "SS": SS("b", "a", "é"),
            "NS": NS("1", "-2.5", "1000000"),
            "BS": BS(b"\x00", b"\xff\xfe", b"a"),
            "L": L(S("x"), N(1), NULL, L(), M()),
            "M": M(a=S("x"), b=L(N(1)), c=M(d=SS("deep"))),
        }
        item = {"pk": S("a")} | values
        self.items.put_item(Item=item)
        self.assert_same_item(self.items.get(pk=S("a")), item)

    def test_texts(self):
        texts = [
            "é€😀",
            "\u0000\u001f",
            'quote " and \\ and /',
            "\u2028\ufeff",
            "line\nbreak\t",
            "x" * 5000,
        ]
        for text in texts:
            with self.subTest(text[:20]):
                self.assertEqual(self.round_trip(S(text)), S(text))

    def test_empty_values(self):
        for value in (S(""), B(b""), L(), M(), L(S(""), B(b"")), M(a=S("")), SS(""), BS(b"")):
            with self.subTest(value):
                self.assertEqual(self.round_trip(value), value)

    def test_attribute_names_of_any_characters(self):
        item = {"pk": S("a"), "with blank": N(1), "a.b[0]": N(2), "é€😀": N(3), "#:": N(4)}
        self.items.put_item(Item=item)
        self.assertEqual(self.items.get(pk=S("a")), item)

    def test_numbers_are_exact_and_plainly_written(self):
        digits = "12345678901234567890123456789012345678"
        cases = {
            "0": "0",
            "-0": "0",
            "0.0": "0",
            "+7": "7",
            "007": "7",
            "1.50": "1.5",
            "1e3": "1000",
            "1E-5": "0.00001",
            "-12.30e1": "-123",
            digits: digits,
            "-" + digits: "-" + digits,
            "0." + digits: "0." + digits,
            digits[:19] + "." + digits[19:]: digits[:19] + "." + digits[19:],
            "9" * 38 + "0" * 88: "9" * 38 + "0" * 88,
            "9.9999999999999999999999999999999999999E+125": "9" * 38 + "0" * 88,
            "-9.9999999999999999999999999999999999999E+125": "-" + "9" * 38 + "0" * 88,
            "1E-130": "0." + "0" * 129 + "1",
            "0E500": "0",
        }
        for written, read in cases.items():
            with self.subTest(written):
                self.assertEqual(self.round_trip(N(written)), N(read))

    def test_number_sets_compare_by_value(self):
        got = self.round_trip(NS("1", "2.50", "1E1"))
        self.assertEqual(sorted(got["NS"]), ["1", "10", "2.5"])

    def test_nesting(self):
        def nested(levels):
            value = S("bottom")
            for _ in range(levels - 1):
                value = L(value)
            return value

        self.assertEqual(self.round_trip(nested(32)), nested(32))
        with self.invalid(
            "Nesting Levels have exceeded supported limits: Attributes in the item have nested "
            "levels beyond supported limit"
        ):
            self.round_trip(nested(34))

    def test_binary_keys(self):
        items = self.table("pk:B", "sk:B")
        for sort_key in (b"\xff", b"\x00", b"\x00\x00", b"\x7f"):
            items.put(pk=B(b"\x00\x80"), sk=B(sort_key))
        found = items.query(
            KeyConditionExpression="pk = :pk",
            ExpressionAttributeValues={":pk": B(b"\x00\x80")},
        )["Items"]
        self.assertEqual(
            [item["sk"]["B"] for item in found], [b"\x00", b"\x00\x00", b"\x7f", b"\xff"]
        )


class Refusals(SdkTestCase):
    def test_values_that_cannot_be_stored(self):
        items = self.table("pk:S")
        number = "The parameter cannot be converted to a numeric value"
        cases = {
            "no type": (
                {},
                "Supplied AttributeValue is empty, must contain exactly one of the "
                "supported datatypes",
            ),
            "two types": (
                {"S": "a", "N": "1"},
                "Supplied AttributeValue has more than one datatypes set, must contain "
                "exactly one of the supported datatypes",
            ),
            "a NULL that is false": (
                {"NULL": False},
                PVI + "Null attribute value types must have the value of true",
            ),
            "an empty SS": (SS(), PVI + "An string set  may not be empty"),
            "an empty NS": (NS(), PVI + "An number set  may not be empty"),
            "an empty BS": (BS(), PVI + "Binary sets should not be empty"),
            "a string twice": (SS("a", "a"), PVI + "Input collection [a, a] contains duplicates."),
            "a number twice": (NS("1", "1.0"), "Input collection contains duplicates"),
            "no number": (N("abc"), number + ": abc"),
            "an empty number": (N(""), number),
            "not a number": (N("NaN"), number + ": NaN"),
            "too large a number": (
                N("1E126"),
                "Number overflow. Attempting to store a number with magnitude larger than "
                "supported range",
            ),
            "too small a number": (
                N("1E-131"),
                "Number underflow. Attempting to store a number with magnitude smaller than "
                "supported range",
            ),
            "39 digits": (
                N("1" * 39),
                "Attempting to store more than 38 significant digits in a Number",
            ),
        }
        for title, (value, message) in cases.items():
            for place, wrapped in (("on top", value), ("in a list", L(value))):
                with self.subTest(title, place=place), self.invalid(message):
                    items.put(pk=S("a"), v=wrapped)
        self.assertIsNone(items.get(pk=S("a")))


class ResourceInterface(SdkTestCase):
    """boto3's other interface, which turns values into Python's own."""

    def setUp(self):
        self.resource = make_client("resource")
        self.items = self.resource.create_table(
            TableName=unique_name(),
            KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}],
            AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "S"}],
            BillingMode="PAY_PER_REQUEST",
        )
        self.addCleanup(self.items.delete)
        self.items.wait_until_exists()

    def test_python_values(self):
        item = {
            "pk": "a",
            "number": Decimal("0.1"),
            "exact": Decimal("12345678901234567890123456789012345678"),
            "binary": Binary(b"\x00\x01"),
            "yes": True,
            "none": None,
            "strings": {"a", "b"},
            "numbers": {Decimal(1), Decimal("2.5")},
            "binaries": {Binary(b"x"), Binary(b"y")},
            "list": [Decimal(1), "two", [None]],
            "map": {"deep": {"er": False}},
            "empty": "",
        }
        self.items.put_item(Item=item)
        self.assertEqual(self.items.get_item(Key={"pk": "a"})["Item"], item)

    def test_batch_writer(self):
        with self.items.batch_writer() as batch:
            for number in range(60):
                batch.put_item(Item={"pk": f"k{number}", "n": number})
            for number in range(0, 60, 2):
                batch.delete_item(Key={"pk": f"k{number}"})
        left = sorted(int(item["n"]) for item in self.items.scan()["Items"])
        self.assertEqual(left, list(range(1, 60, 2)))

    def test_condition_builders(self):
        from boto3.dynamodb.conditions import Attr, Key

        for number in range(5):
            self.items.put_item(Item={"pk": f"k{number}", "n": number, "tags": {"t"}})
        found = self.items.query(
            KeyConditionExpression=Key("pk").eq("k3"),
            FilterExpression=Attr("n").between(1, 4) & Attr("tags").contains("t"),
        )["Items"]
        self.assertEqual([item["n"] for item in found], [3])
        left = self.items.scan(FilterExpression=~Attr("n").lt(3) | Attr("n").eq(0))["Items"]
        self.assertEqual(sorted(item["n"] for item in left), [0, 3, 4])


if __name__ == "__main__":
    unittest.main()
