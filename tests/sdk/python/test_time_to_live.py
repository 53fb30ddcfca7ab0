"""Time to Live: the settings, and a sweep that this server does every second."""

import time
import unittest

from support import N, S, SdkTestCase, make_client

PATIENCE_SECONDS = 20


class TimeToLive(SdkTestCase):
    def enable(self, table, attribute="ttl"):
        specification = {"Enabled": True, "AttributeName": attribute}
        answer = table.update_time_to_live(TimeToLiveSpecification=specification)
        self.assertEqual(answer["TimeToLiveSpecification"], specification)

    def wait_until_gone(self, table, **key):
        deadline = time.monotonic() + PATIENCE_SECONDS
        while table.get(**key):
            self.assertLess(time.monotonic(), deadline, "the item did not expire")
            time.sleep(0.1)

    def test_settings(self):
        table = self.table("pk:S")
        described = table.describe_time_to_live()["TimeToLiveDescription"]
        self.assertEqual(described, {"TimeToLiveStatus": "DISABLED"})
        self.enable(table)
        described = table.describe_time_to_live()["TimeToLiveDescription"]
        self.assertEqual(described, {"TimeToLiveStatus": "ENABLED", "AttributeName": "ttl"})
        with self.invalid("TimeToLive is already enabled"):
            self.enable(table)

    def test_expired_items_are_deleted_and_the_stream_says_by_whom(self):
        table = self.table(
            "pk:S", StreamSpecification={"StreamEnabled": True, "StreamViewType": "OLD_IMAGE"}
        )
        now = int(time.time())
        table.put(pk=S("before"), ttl=N(now - 10))
        self.enable(table)
        table.put(pk=S("after"), ttl=N(now - 10))
        table.put(pk=S("text"), ttl=S(str(now - 10)))
        table.put(pk=S("later"), ttl=N(now + 3600))
        self.wait_until_gone(table, pk=S("before"))
        self.wait_until_gone(table, pk=S("after"))
        self.assertEqual({item["pk"]["S"] for item in table.all_items()}, {"text", "later"})

        removed = [each for each in self.records(table) if each["eventName"] == "REMOVE"]
        self.assertEqual(len(removed), 2)
        for record in removed:
            self.assertEqual(
                record["userIdentity"],
                {"PrincipalId": "dynamodb.amazonaws.com", "Type": "Service"},
            )

    def records(self, table):
        streams = make_client(service="dynamodbstreams")
        arn = table.describe()["LatestStreamArn"]
        records = []
        for shard in streams.describe_stream(StreamArn=arn)["StreamDescription"]["Shards"]:
            iterator = streams.get_shard_iterator(
                StreamArn=arn, ShardId=shard["ShardId"], ShardIteratorType="TRIM_HORIZON"
            )["ShardIterator"]
            records += streams.get_records(ShardIterator=iterator)["Records"]
        return records


if __name__ == "__main__":
    unittest.main()
