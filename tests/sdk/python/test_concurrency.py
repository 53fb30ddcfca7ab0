"""Many clients at once: nothing is lost, and nothing is seen half done."""

import threading
import unittest

from botocore.exceptions import ClientError

from support import N, S, SdkTestCase, index, with_colons


def in_threads(count, work):
    """Runs work(0), work(1).. in threads of their own, and raises what one of them raised."""
    faults = []

    def guarded(number):
        try:
            work(number)
        except Exception as fault:  # whatever it is, the test must hear of it
            faults.append(fault)

    threads = [threading.Thread(target=guarded, args=[number]) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if faults:
        raise faults[0]


class Concurrency(SdkTestCase):
    def test_counters_lose_nothing(self):
        items = self.table("pk:S")

        def increment(_):
            for _ in range(50):
                items.update({"pk": S("counter")}, "ADD n :one", {"one": N(1)})

        in_threads(8, increment)
        self.assertEqual(items.get(pk=S("counter"))["n"], N(400))

    def test_optimistic_locking(self):
        items = self.table("pk:S")
        items.put(pk=S("v"), version=N(0))
        acknowledged = [0] * 8

        def bump(number):
            for _ in range(30):
                version = items.get(pk=S("v"))["version"]
                try:
                    items.put_item(
                        Item={"pk": S("v"), "version": N(int(version["N"]) + 1)},
                        ConditionExpression="version = :seen",
                        ExpressionAttributeValues=with_colons({"seen": version}),
                    )
                    acknowledged[number] += 1
                except self.client.exceptions.ConditionalCheckFailedException:
                    pass

        in_threads(8, bump)
        self.assertEqual(items.get(pk=S("v"))["version"], N(sum(acknowledged)))

    def test_only_one_creates(self):
        items = self.table("pk:S")
        winners = []

        def create(number):
            for round_number in range(20):
                try:
                    items.put_item(
                        Item={"pk": S(str(round_number)), "by": N(number)},
                        ConditionExpression="attribute_not_exists(pk)",
                    )
                    winners.append(round_number)
                except self.client.exceptions.ConditionalCheckFailedException:
                    pass

        in_threads(8, create)
        self.assertEqual(sorted(winners), list(range(20)))

    def test_transactions_move_units_and_lose_none(self):
        items = self.table("pk:S")
        for account in "ab":
            items.put(pk=S(account), units=N(100))
        stop = threading.Event()

        def change(account, by):
            return {
                "Update": {
                    "TableName": items.name,
                    "Key": {"pk": S(account)},
                    "UpdateExpression": "SET units = units + :by",
                    "ExpressionAttributeValues": with_colons({"by": N(by)}),
                }
            }

        def move(number):
            done = 0
            while done < 40:
                units = 1 if number % 2 else -1
                try:
                    self.client.transact_write_items(
                        TransactItems=[change("a", units), change("b", -units)]
                    )
                    done += 1
                except self.client.exceptions.TransactionCanceledException as error:
                    codes = {reason["Code"] for reason in error.response["CancellationReasons"]}
                    self.assertLessEqual(codes, {"None", "TransactionConflict"})

        sums = []

        def watch(_):
            while not stop.is_set():
                try:
                    answer = self.client.transact_get_items(
                        TransactItems=[
                            {"Get": {"TableName": items.name, "Key": {"pk": S(account)}}}
                            for account in "ab"
                        ]
                    )
                except self.client.exceptions.TransactionCanceledException:
                    continue
                responses = answer["Responses"]
                sums.append(sum(int(each["Item"]["units"]["N"]) for each in responses))

        watcher = threading.Thread(target=watch, args=[0])
        watcher.start()
        try:
            in_threads(6, move)
        finally:
            stop.set()
            watcher.join()
        self.assertEqual(set(sums), {200}, "no reader sees half a transaction")
        units = [int(items.get(pk=S(account))["units"]["N"]) for account in "ab"]
        self.assertEqual(sum(units), 200)
        self.assertEqual(units, [100, 100], "as many moves one way as the other")

    def test_indexes_agree_with_the_table(self):
        items = self.table("pk:S", gsis=[index("by-group", "grp:S", "n:N")])

        def churn(number):
            for step in range(40):
                key = {"pk": S(str((number + step) % 10))}
                if step % 4 == 3:
                    items.delete_item(Key=key)
                else:
                    items.put_item(Item=key | {"grp": S(f"g{step % 3}"), "n": N(step)})

        in_threads(8, churn)
        self.assert_same_items(items.scan(IndexName="by-group")["Items"], items.all_items())

    def test_tables_of_many_threads(self):
        def lives(number):
            for _ in range(5):
                items = self.table("pk:S", gsis=[index("by-i", "a:S")])
                items.put(pk=S("x"), a=S(str(number)))
                self.assertEqual(items.scan(IndexName="by-i")["Items"][0]["a"], S(str(number)))
                items.delete_table()

        in_threads(8, lives)

    def test_creating_one_table_from_many_threads(self):
        items = self.table("pk:S")
        request = {
            "TableName": items.name + "-x",
            "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
            "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
            "BillingMode": "PAY_PER_REQUEST",
        }
        created = []

        def create(number):
            try:
                self.client.create_table(**request)
                created.append(number)
            except ClientError as error:
                self.assertEqual(error.response["Error"]["Code"], "ResourceInUseException")

        in_threads(8, create)
        self.addCleanup(self.client.delete_table, TableName=request["TableName"])
        self.assertEqual(len(created), 1)


if __name__ == "__main__":
    unittest.main()
