"""Conditions of single writes."""

import unittest

from support import B, BOOL, L, M, N, NS, NULL, S, SS, SdkTestCase, with_colons


class Conditions(SdkTestCase):
    ITEM = {
        "pk": S("a"),
        "s": S("hello"),
        "n": N(5),
        "b": B(b"\x01\x02"),
        "flag": BOOL(True),
        "nothing": NULL,
        "ss": SS("x", "y"),
        "ns": NS(1, 2),
        "l": L(N(1), S("two"), M(deep=S("down"))),
        "m": M(in_side=N(7)),
    }
    VALUES = {
        "hello": S("hello"),
        "ell": S("ell"),
        "hel": S("hel"),
        "x": S("x"),
        "two": S("two"),
        "down": S("down"),
        "1": N(1),
        "5": N("5.00"),
        "9": N(9),
        "b1": B(b"\x01"),
        "true": BOOL(True),
        "null": NULL,
        "yx": SS("y", "x"),
        "S": S("S"),
        "NULL": S("NULL"),
    }

    def setUp(self):
        self.items = self.table("pk:S")
        self.items.put_item(Item=self.ITEM)

    def holds(self, condition):
        values = {
            f":{name}": value
            for name, value in self.VALUES.items()
            if f":{name}" in condition.replace("(", " ").replace(")", " ").replace(",", " ").split()
        }
        options = {"ExpressionAttributeValues": values} if values else {}
        try:
            self.items.put_item(Item=self.ITEM, ConditionExpression=condition, **options)
        except self.client.exceptions.ConditionalCheckFailedException:
            return False
        return True

    def test_what_holds_and_what_does_not(self):
        true = [
            "s = :hello",
            "n = :5",
            "n > :1 AND n <= :5 AND n < :9",
            "n <> :hello",
            "absent <> :1",
            "n BETWEEN :1 AND :9",
            "n IN (:1, :5)",
            "NOT n = :1",
            "n = :1 OR s = :hello AND n = :5",
            "(n = :1 OR s = :hello) AND flag = :true",
            "ss = :yx",
            "nothing = :null",
            "attribute_exists(s) AND attribute_not_exists(absent)",
            "attribute_exists(nothing)",
            "attribute_type(s, :S) AND attribute_type(nothing, :NULL)",
            "begins_with(s, :hel) AND begins_with(b, :b1)",
            "contains(s, :ell) AND contains(ss, :x) AND contains(ns, :1) AND contains(l, :two)",
            "size(s) = :5 AND size(ss) < :5 AND size(b) > :1",
            "l[2].deep = :down AND m.in_side > :5",
            "l[0] = :1",
        ]
        false = [
            "s = :5",
            "n > :9",
            "s > :1",
            "absent = :1",
            "absent < :9",
            "begins_with(n, :hel)",
            "contains(s, :x)",
            "size(n) > :1",
            "l[9] = :1",
            "s.x = :1",
            "attribute_type(s, :NULL)",
            "n = :1 AND s = :hello",
        ]
        for expected, conditions in ((True, true), (False, false)):
            for condition in conditions:
                with self.subTest(condition):
                    self.assertIs(self.holds(condition), expected)

    def test_failure_leaves_everything_as_it_was(self):
        condition = {"ConditionExpression": "attribute_not_exists(pk)"}
        calls = {
            "put": lambda: self.items.put_item(Item={"pk": S("a")}, **condition),
            "update": lambda: self.items.update({"pk": S("a")}, "REMOVE s", **condition),
            "delete": lambda: self.items.delete_item(Key={"pk": S("a")}, **condition),
        }
        for title, call in calls.items():
            with self.subTest(title):
                with self.fails(
                    "ConditionalCheckFailedException", "The conditional request failed"
                ) as failure:
                    call()
                self.assertNotIn("Item", failure.response)
        self.assert_same_item(self.items.get(pk=S("a")), self.ITEM)

    def test_failure_can_bring_the_item(self):
        options = {
            "ConditionExpression": "n = :one",
            "ExpressionAttributeValues": with_colons({"one": N(1)}),
            "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
        }
        calls = {
            "put": lambda key: self.items.put_item(Item=key, **options),
            "update": lambda key: self.items.update_item(
                Key=key, UpdateExpression="REMOVE s", **options
            ),
            "delete": lambda key: self.items.delete_item(Key=key, **options),
        }
        for title, call in calls.items():
            with self.subTest(title):
                with self.fails(
                    "ConditionalCheckFailedException", "The conditional request failed"
                ) as failure:
                    call({"pk": S("a")})
                self.assert_same_item(failure.response["Item"], self.ITEM)
                with self.fails("ConditionalCheckFailedException") as failure:
                    call({"pk": S("not there")})
                self.assertNotIn("Item", failure.response)

    def test_legacy_expectations(self):
        self.items.put_item(
            Item=self.ITEM,
            Expected={
                "n": {"Value": N(5)},
                "absent": {"Exists": False},
                "s": {"ComparisonOperator": "BEGINS_WITH", "AttributeValueList": [S("hel")]},
            },
        )
        with self.fails("ConditionalCheckFailedException"):
            self.items.put_item(Item=self.ITEM, Expected={"pk": {"Exists": False}})
        self.items.delete_item(
            Key={"pk": S("a")},
            Expected={"n": {"Value": N(4)}, "flag": {"Value": BOOL(True)}},
            ConditionalOperator="OR",
        )

    def test_refusals(self):
        cases = [
            ("", "The expression can not be empty;"),
            ("a = ", 'Syntax error; token: "<EOF>", near: "="'),
            ("((a = :v))", "The expression has redundant parentheses;"),
            (
                "a = a",
                "The first operand must be distinct from the remaining operands for this operator "
                "or function; operator: =, first operand: [a]",
            ),
            ("attribute_exist(a)", "Invalid function name; function: attribute_exist"),
            (
                "size(a)",
                "The function is not allowed to be used this way in an expression; function: size",
            ),
            (
                "begins_with(a, :v)",
                "Incorrect operand type for operator or function; "
                "operator or function: begins_with, operand type: N",
            ),
            (
                "a BETWEEN :w AND :v",
                "The BETWEEN operator requires upper bound to be greater than or equal to lower "
                "bound; lower bound operand: AttributeValue: {N:2}, "
                "upper bound operand: AttributeValue: {N:1}",
            ),
            (
                "a = :v OR b.select = :v",
                "Attribute name is a reserved keyword; reserved keyword: select",
            ),
            (
                "contains(a)",
                "Incorrect number of operands for operator or function; "
                "operator or function: contains, number of operands: 1",
            ),
        ]
        for condition, text in cases:
            values = {
                name: value
                for name, value in with_colons({"v": N(1), "w": N(2)}).items()
                if name in condition
            }
            options = {"ExpressionAttributeValues": values} if values else {}
            with self.subTest(condition), self.invalid("Invalid ConditionExpression: " + text):
                self.items.put_item(Item=self.ITEM, ConditionExpression=condition, **options)

    def test_too_long_an_expression(self):
        condition = "attribute_exists(" + "a" * 4100 + ")"
        with self.invalid(
            "Invalid ConditionExpression: Expression size has exceeded the maximum allowed size;"
        ):
            self.items.put_item(Item=self.ITEM, ConditionExpression=condition)


if __name__ == "__main__":
    unittest.main()
