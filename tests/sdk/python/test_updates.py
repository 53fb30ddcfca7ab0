"""UpdateItem and its expressions."""

import unittest

from support import BOOL, BS, L, M, N, NS, NULL, PVI, S, SS, SdkTestCase

INVALID_PATH = "The document path provided in the update expression is invalid for update"


class Update(SdkTestCase):
    KEY = {"pk": S("a")}

    def setUp(self):
        self.items = self.table("pk:S")

    def after(self, expression, values=None, **options):
        """The item's attributes, without the key, after an update."""
        self.items.update(self.KEY, expression, values, **options)
        item = self.items.get(**self.KEY)
        del item["pk"]
        return item

    def test_update_creates_the_item(self):
        self.assertEqual(self.after("SET v = :v", {"v": N(1)}), {"v": N(1)})

    def test_update_without_an_expression_creates_the_key(self):
        self.items.update_item(Key=self.KEY)
        self.assertEqual(self.items.get(**self.KEY), self.KEY)

    def test_a_removal_creates_nothing(self):
        self.items.update(self.KEY, "REMOVE v")
        self.assertIsNone(self.items.get(**self.KEY))

    def test_arithmetic(self):
        self.items.put(pk=S("a"), n=N("10"), m=N("0.1"))
        self.assertEqual(
            self.after("SET n = n + :two, m = :two - m, k = n - m", {"two": N(2)}),
            {"n": N(12), "m": N("1.9"), "k": N("9.9")},
            "right sides read the item as it was",
        )

    def test_arithmetic_is_exact(self):
        self.items.put(pk=S("a"), n=N("0.1"))
        self.assertEqual(self.after("SET n = n + :x", {"x": N("0.2")}), {"n": N("0.3")})
        big = "9" * 37 + "8"
        self.assertEqual(
            self.after("SET n = :big + :one", {"big": N(big), "one": N(1)}), {"n": N("9" * 38)}
        )

    def test_if_not_exists(self):
        set_once = "SET v = if_not_exists(v, :new)"
        self.assertEqual(self.after(set_once, {"new": N(1)}), {"v": N(1)})
        self.assertEqual(self.after(set_once, {"new": N(2)}), {"v": N(1)})
        self.assertEqual(
            self.after("SET n = if_not_exists(n, :zero) + :one", {"zero": N(0), "one": N(1)}),
            {"v": N(1), "n": N(1)},
        )

    def test_lists(self):
        self.items.put(pk=S("a"), l=L(S("b")))
        values = {"more": L(S("c"))}
        self.assertEqual(
            self.after("SET l = list_append(l, :more)", values), {"l": L(S("b"), S("c"))}
        )
        self.assertEqual(
            self.after("SET l = list_append(:more, l)", values), {"l": L(S("c"), S("b"), S("c"))}
        )
        self.assertEqual(self.after("REMOVE l[0], l[2]"), {"l": L(S("b"))})
        self.assertEqual(
            self.after("SET l[7] = :x, l[0] = :y", {"x": N(1), "y": N(2)}),
            {"l": L(N(2), N(1))},
            "an index past the end appends",
        )

    def test_nested_paths(self):
        self.items.put(pk=S("a"), m=M(list=L(M(deep=N(1)), N(5)), gone=S("x")))
        self.assertEqual(
            self.after(
                "SET m.#l[0].deep = m.#l[1], m.fresh = :f REMOVE m.gone",
                {"f": BOOL(True)},
                ExpressionAttributeNames={"#l": "list"},
            ),
            {"m": M(list=L(M(deep=N(5)), N(5)), fresh=BOOL(True))},
        )

    def test_add(self):
        self.assertEqual(self.after("ADD n :n", {"n": N(5)}), {"n": N(5)}, "starts from zero")
        self.assertEqual(self.after("ADD n :n", {"n": N("-7.5")}), {"n": N("-2.5")})
        self.after("ADD s :s", {"s": SS("a", "b")})
        item = self.after("ADD s :s", {"s": SS("b", "c")})
        self.assertEqual(sorted(item["s"]["SS"]), ["a", "b", "c"])

    def test_delete_from_sets(self):
        self.items.put(pk=S("a"), s=SS("a", "b"), n=NS(1, 2), b=BS(b"x", b"y"))
        item = self.after(
            "DELETE s :s, n :n, b :b", {"s": SS("b", "zz"), "n": NS("1.0"), "b": BS(b"x")}
        )
        self.assertEqual(item, {"s": SS("a"), "n": NS(2), "b": BS(b"y")})
        item = self.after("DELETE s :s", {"s": SS("a")})
        self.assertNotIn("s", item, "an empty set cannot be; the attribute goes")

    def test_all_sections_at_once(self):
        self.items.put(pk=S("a"), r=N(1), n=N(1), s=SS("x", "y"))
        self.assertEqual(
            self.after(
                "DELETE s :x REMOVE r ADD n :one SET t = :t",
                {"x": SS("x"), "one": N(1), "t": NULL},
            ),
            {"s": SS("y"), "n": N(2), "t": NULL},
        )

    def test_return_values(self):
        before = {"pk": S("a"), "same": S("s"), "n": N(1), "m": M(x=N(1), y=N(2)), "gone": S("g")}
        after = {"pk": S("a"), "same": S("s"), "n": N(2), "m": M(x=N(9), y=N(2)), "new": S("n")}
        expected = {
            "NONE": None,
            "ALL_OLD": before,
            "ALL_NEW": after,
            "UPDATED_OLD": {"n": N(1), "m": M(x=N(1)), "gone": S("g")},
            "UPDATED_NEW": {"n": N(2), "m": M(x=N(9)), "new": S("n")},
        }
        for return_values, attributes in expected.items():
            with self.subTest(return_values):
                self.items.put_item(Item=before)
                answer = self.items.update(
                    self.KEY,
                    "SET n = n + :one, m.x = :nine, #new = :n REMOVE gone",
                    {"one": N(1), "nine": N(9), "n": S("n")},
                    ReturnValues=return_values,
                    ExpressionAttributeNames={"#new": "new"},
                )
                self.assertEqual(answer.get("Attributes"), attributes)
                self.assertEqual(self.items.get(**self.KEY), after)

    def test_return_values_of_a_new_item(self):
        answer = self.items.update(self.KEY, "SET v = :v", {"v": N(1)}, ReturnValues="ALL_OLD")
        self.assertNotIn("Attributes", answer)
        answer = self.items.update(self.KEY, "REMOVE v", ReturnValues="UPDATED_NEW")
        self.assertNotIn("Attributes", answer)

    def test_legacy_attribute_updates(self):
        self.items.put(pk=S("a"), n=N(1), gone=S("g"), s=SS("a", "b"))
        self.items.update_item(
            Key=self.KEY,
            AttributeUpdates={
                "n": {"Action": "ADD", "Value": N(2)},
                "gone": {"Action": "DELETE"},
                "s": {"Action": "DELETE", "Value": SS("a")},
                "v": {"Action": "PUT", "Value": S("v")},
            },
        )
        self.assertEqual(
            self.items.get(**self.KEY), {"pk": S("a"), "n": N(3), "s": SS("b"), "v": S("v")}
        )

    def test_refusals_by_the_stored_item(self):
        self.items.put(pk=S("a"), s=S("text"), m=M(), l=L())
        incorrect = "An operand in the update expression has an incorrect data type"
        cases = {
            "adding to a string": ("ADD s :n", incorrect),
            "counting a string": ("SET s = s + :n", incorrect),
            "a parent that is not there": ("SET absent.x = :n", INVALID_PATH),
            "a parent of another type": ("SET s.x = :n", INVALID_PATH),
            "an index into a map": ("SET m[0] = :n", INVALID_PATH),
            "reading what is not there": (
                "SET n = absent + :n",
                "The provided expression refers to an attribute that does not exist in the item",
            ),
            "the key": (
                "SET pk = :n",
                PVI + "Cannot update attribute pk. This attribute is part of the key",
            ),
        }
        for title, (expression, message) in cases.items():
            with self.subTest(title), self.invalid(message):
                self.items.update(self.KEY, expression, {"n": N(1)})

    def test_refusals_by_the_expression(self):
        cases = [
            (
                "SET a = :n SET b = :n",
                'The "SET" section can only be used once in an update expression;',
            ),
            (
                "SET a.b = :n, a.b.c = :n",
                "Two document paths overlap with each other; must remove or rewrite one of these "
                "paths; path one: [a, b], path two: [a, b, c]",
            ),
            ("SET name = :n", "Attribute name is a reserved keyword; reserved keyword: name"),
            (
                "SET #a = :n",
                "An expression attribute name used in the document path is not defined; "
                "attribute name: #a",
            ),
            (
                "SET a = :n + :zz",
                "An expression attribute value used in expression is not defined; "
                "attribute value: :zz",
            ),
            ("SET a = frobnicate(:n)", "Invalid function name; function: frobnicate"),
            ("SET a = a-:n:", 'Syntax error; token: ":", near: ":n:"'),
            ("SET a", 'Syntax error; token: "<EOF>", near: "a"'),
            ("", "The expression can not be empty;"),
            (
                "SET a = :n + :s",
                "Incorrect operand type for operator or function; "
                "operator or function: +, operand type: S",
            ),
        ]
        for expression, text in cases:
            values = {"n": N(1)} | ({"s": S("s")} if ":s" in expression else {})
            with self.subTest(expression), self.invalid("Invalid UpdateExpression: " + text):
                self.items.update(self.KEY, expression, values)

    def test_unused_placeholders(self):
        with self.invalid(
            "Value provided in ExpressionAttributeNames unused in expressions: keys: {#b}"
        ):
            self.items.update(self.KEY, "REMOVE a", ExpressionAttributeNames={"#b": "b"})
        with self.invalid(
            "Value provided in ExpressionAttributeValues unused in expressions: keys: {:v}"
        ):
            self.items.update(self.KEY, "REMOVE a", {"v": N(1)})

    def test_old_and_new_parameters_do_not_mix(self):
        with self.invalid(
            "Can not use both expression and non-expression parameters in the same request: "
            "Non-expression parameters: {AttributeUpdates} Expression parameters: "
            "{UpdateExpression}"
        ):
            self.items.update(self.KEY, "REMOVE a", AttributeUpdates={"b": {"Action": "DELETE"}})


if __name__ == "__main__":
    unittest.main()
