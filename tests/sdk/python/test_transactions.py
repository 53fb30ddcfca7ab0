"""TransactWriteItems and TransactGetItems."""

import unittest
import uuid

from support import N, NULL, PVI, S, SdkTestCase, index, unique_name, with_colons

FAILED = "The conditional request failed"


class TransactionTestCase(SdkTestCase):
    def setUp(self):
        self.items = self.table("pk:S")

    def put(self, key, table=None, **options):
        attributes = options.pop("attributes", {})
        item = {"pk": S(key)} | attributes
        return {"Put": {"TableName": (table or self.items).name, "Item": item} | options}

    def update(self, key, expression, values=None, **options):
        request = {
            "TableName": self.items.name,
            "Key": {"pk": S(key)},
            "UpdateExpression": expression,
        }
        if values:
            request["ExpressionAttributeValues"] = with_colons(values)
        return {"Update": request | options}

    def delete(self, key, **options):
        return {"Delete": {"TableName": self.items.name, "Key": {"pk": S(key)}} | options}

    def check(self, key, condition, **options):
        request = {
            "TableName": self.items.name,
            "Key": {"pk": S(key)},
            "ConditionExpression": condition,
        }
        return {"ConditionCheck": request | options}

    def write(self, *actions, **options):
        return self.client.transact_write_items(TransactItems=list(actions), **options)

    def cancels(self, *codes):
        message = (
            "Transaction cancelled, please refer cancellation reasons for specific reasons "
            f"[{', '.join(codes)}]"
        )
        return self.fails("TransactionCanceledException", message)

    def keys(self):
        return sorted(item["pk"]["S"] for item in self.items.all_items())


class Write(TransactionTestCase):
    def test_every_kind_of_action(self):
        other = self.table("pk:S")
        self.items.put(pk=S("updated"), n=N(1))
        self.items.put(pk=S("deleted"))
        self.items.put(pk=S("checked"), ok=N(1))
        self.write(
            self.put("put", attributes={"v": S("new")}),
            self.update("updated", "SET n = n + :one", {"one": N(1)}),
            self.delete("deleted"),
            self.check("checked", "attribute_exists(ok)"),
            self.put("elsewhere", table=other),
        )
        self.assertEqual(self.items.get(pk=S("put")), {"pk": S("put"), "v": S("new")})
        self.assertEqual(self.items.get(pk=S("updated"))["n"], N(2))
        self.assertEqual(self.keys(), ["checked", "put", "updated"])
        self.assertEqual(other.all_items(), [{"pk": S("elsewhere")}])

    def test_one_failed_condition_cancels_everything(self):
        self.items.put(pk=S("there"), n=N(1))
        with self.cancels("None", "ConditionalCheckFailed", "None") as failure:
            self.write(
                self.put("new"),
                self.put("there", ConditionExpression="attribute_not_exists(pk)"),
                self.update("there-too", "SET n = :one", {"one": N(1)}),
            )
        self.assertEqual(
            failure.response["CancellationReasons"],
            [
                {"Code": "None"},
                {"Code": "ConditionalCheckFailed", "Message": FAILED},
                {"Code": "None"},
            ],
        )
        self.assertEqual(self.items.all_items(), [{"pk": S("there"), "n": N(1)}])

    def test_every_failed_condition_is_reported(self):
        self.items.put(pk=S("there"), n=N(1))
        options = {"ReturnValuesOnConditionCheckFailure": "ALL_OLD"}
        with self.cancels("ConditionalCheckFailed", "None", "ConditionalCheckFailed") as failure:
            self.write(
                self.check("there", "attribute_not_exists(pk)", **options),
                self.put("new"),
                self.check("absent", "attribute_exists(pk)", **options),
            )
        first, _, last = failure.response["CancellationReasons"]
        self.assertEqual(first["Item"], {"pk": S("there"), "n": N(1)})
        self.assertNotIn("Item", last, "there is no item to return")

    def test_faults_of_a_single_action_are_its_reason(self):
        self.items.put(pk=S("there"), s=S("text"))
        cases = {
            "a key of another type": (
                {"Put": {"TableName": self.items.name, "Item": {"pk": N(1)}}},
                PVI + "Type mismatch for key pk expected: S actual: N",
            ),
            "a key that does not match": (
                {"Delete": {"TableName": self.items.name, "Key": {"x": S("a")}}},
                "The provided key element does not match the schema",
            ),
            "a stored value of another type": (
                self.update("there", "ADD s :one", {"one": N(1)}),
                "An operand in the update expression has an incorrect data type",
            ),
            "a path that does not exist": (
                self.update("there", "SET a.b = :one", {"one": N(1)}),
                "The document path provided in the update expression is invalid for update",
            ),
        }
        for title, (action, message) in cases.items():
            with self.subTest(title):
                with self.cancels("None", "ValidationError") as failure:
                    self.write(self.put("innocent"), action)
                reason = failure.response["CancellationReasons"][1]
                self.assertEqual(reason["Message"], message)
        self.assertEqual(self.keys(), ["there"])

    def test_faults_of_the_request(self):
        cases = {
            "one item twice": (
                [self.put("a"), self.delete("a")],
                "Transaction request cannot include multiple operations on one item",
            ),
            "no action": (
                [{}],
                "TransactItems can only contain one of Check, Put, Update or Delete",
            ),
            "two actions in one": (
                [self.put("a") | self.delete("b")],
                "TransactItems can only contain one of Check, Put, Update or Delete",
            ),
            "an expression that does not parse": (
                [self.put("b"), self.put("a", ConditionExpression="pk =")],
                'Invalid ConditionExpression: Syntax error; token: "<EOF>", near: "="',
            ),
            "an item that is too large": (
                [self.put("a", attributes={"v": S("x" * 409600)})],
                "Item size has exceeded the maximum allowed size",
            ),
        }
        for title, (actions, message) in cases.items():
            with self.subTest(title), self.invalid(message):
                self.write(*actions)
        self.assertEqual(self.keys(), [])

    def test_a_missing_table(self):
        action = {"Put": {"TableName": unique_name("missing"), "Item": {"pk": S("a")}}}
        with self.fails("ResourceNotFoundException", "Requested resource not found"):
            self.write(self.put("a"), action)
        self.assertEqual(self.keys(), [])

    def test_a_hundred_actions(self):
        actions = [self.put(f"k{number:03}") for number in range(101)]
        self.write(*actions[:100])
        self.assertEqual(len(self.keys()), 100)
        with self.fails("ValidationException"):
            self.write(*actions)

    def test_indexes_follow(self):
        items = self.table("pk:S", gsis=[index("by-a", "a:S")])
        self.write(
            self.put("1", table=items, attributes={"a": S("x")}),
            self.put("2", table=items, attributes={"a": S("x")}),
        )
        self.assertEqual(items.scan(IndexName="by-a")["Count"], 2)

    def test_item_collection_metrics(self):
        items = self.table("pk:S", "sk:N", lsis=[index("by-l", "pk:S", "x:S")])
        actions = [
            {"Put": {"TableName": items.name, "Item": {"pk": S("a"), "sk": N(number)}}}
            for number in range(2)
        ]
        answer = self.write(*actions, ReturnItemCollectionMetrics="SIZE")
        (metrics,) = answer["ItemCollectionMetrics"][items.name]
        self.assertEqual(metrics["ItemCollectionKey"], {"pk": S("a")})


class Idempotency(TransactionTestCase):
    def count(self, token):
        return self.write(
            self.update("counter", "ADD n :one", {"one": N(1)}),
            ClientRequestToken=token,
            ReturnConsumedCapacity="TOTAL",
        )

    def test_a_repeated_call_has_no_second_effect(self):
        token = str(uuid.uuid4())
        first = self.count(token)
        again = self.count(token)
        self.assertEqual(self.items.get(pk=S("counter"))["n"], N(1))
        (written,) = first["ConsumedCapacity"]
        (read,) = again["ConsumedCapacity"]
        self.assertEqual(written["WriteCapacityUnits"], 2.0)
        self.assertNotIn("ReadCapacityUnits", written)
        self.assertEqual(read["ReadCapacityUnits"], 2.0)
        self.assertNotIn("WriteCapacityUnits", read)

    def test_another_token_is_another_call(self):
        for _ in range(3):
            self.count(str(uuid.uuid4()))
        self.assertEqual(self.items.get(pk=S("counter"))["n"], N(3))

    def test_one_token_for_two_requests(self):
        token = str(uuid.uuid4())
        self.count(token)
        with self.fails("IdempotentParameterMismatchException"):
            self.write(
                self.update("counter", "ADD n :one", {"one": N(2)}), ClientRequestToken=token
            )
        self.assertEqual(self.items.get(pk=S("counter"))["n"], N(1))

    def test_a_cancelled_transaction_may_be_tried_again(self):
        token = str(uuid.uuid4())
        actions = [self.put("a", ConditionExpression="attribute_not_exists(pk)")]
        self.items.put(pk=S("a"), old=NULL)
        with self.cancels("ConditionalCheckFailed"):
            self.write(*actions, ClientRequestToken=token)
        self.items.delete_item(Key={"pk": S("a")})
        self.write(*actions, ClientRequestToken=token)
        self.assertEqual(self.items.get(pk=S("a")), {"pk": S("a")})


class Get(TransactionTestCase):
    def get(self, *keys, **options):
        return self.client.transact_get_items(
            TransactItems=[
                {"Get": {"TableName": self.items.name, "Key": {"pk": S(key)}}} for key in keys
            ],
            **options,
        )

    def test_answers_come_in_order_of_the_request(self):
        self.items.put(pk=S("a"), n=N(1))
        self.items.put(pk=S("b"), n=N(2))
        self.assertEqual(
            self.get("b", "absent", "a")["Responses"],
            [{"Item": {"pk": S("b"), "n": N(2)}}, {}, {"Item": {"pk": S("a"), "n": N(1)}}],
        )

    def test_projection(self):
        self.items.put(pk=S("a"), n=N(1), m=N(2))
        get = {
            "TableName": self.items.name,
            "Key": {"pk": S("a")},
            "ProjectionExpression": "#n",
            "ExpressionAttributeNames": {"#n": "n"},
        }
        answer = self.client.transact_get_items(TransactItems=[{"Get": get}])
        self.assertEqual(answer["Responses"], [{"Item": {"n": N(1)}}])

    def test_several_tables(self):
        other = self.table("pk:S", "sk:N")
        self.items.put(pk=S("a"))
        other.put(pk=S("b"), sk=N(1))
        answer = self.client.transact_get_items(
            TransactItems=[
                {"Get": {"TableName": other.name, "Key": {"pk": S("b"), "sk": N(1)}}},
                {"Get": {"TableName": self.items.name, "Key": {"pk": S("a")}}},
            ]
        )
        self.assertEqual(
            answer["Responses"], [{"Item": {"pk": S("b"), "sk": N(1)}}, {"Item": {"pk": S("a")}}]
        )

    def test_refusals(self):
        with self.invalid("Transaction request cannot include multiple operations on one item"):
            self.get("a", "a")
        with self.fails("ResourceNotFoundException", "Requested resource not found"):
            self.client.transact_get_items(
                TransactItems=[{"Get": {"TableName": unique_name("m"), "Key": {"pk": S("a")}}}]
            )
        with self.cancels("ValidationError") as failure:
            self.client.transact_get_items(
                TransactItems=[{"Get": {"TableName": self.items.name, "Key": {"x": S("a")}}}]
            )
        (reason,) = failure.response["CancellationReasons"]
        self.assertEqual(reason["Message"], "The provided key element does not match the schema")


if __name__ == "__main__":
    unittest.main()
