"""DynamoDB Streams: boto3's own client for them, pointed at the same endpoint."""

import concurrent.futures
import random
import unittest

from support import N, S, SdkTestCase, make_client


def stream_of(view_type):
    return {"StreamEnabled": True, "StreamViewType": view_type}


class Follower:
    """Reads a stream as a consumer does: every shard from its beginning, children after parents."""

    def __init__(self, client, arn):
        self.client = client
        self.arn = arn
        self.places = {}  # shard id -> iterator, None at the end
        self.records = []

    def shards(self):
        described = {}
        more = {}
        while True:
            page = self.client.describe_stream(StreamArn=self.arn, Limit=3, **more)
            page = page["StreamDescription"]
            described.update((shard["ShardId"], shard) for shard in page["Shards"])
            if "LastEvaluatedShardId" not in page:
                return described
            more = {"ExclusiveStartShardId": page["LastEvaluatedShardId"]}

    def start_shards(self):
        shards = self.shards()
        for shard_id, shard in shards.items():
            parent = shard.get("ParentShardId")
            parent_is_read = parent not in shards or self.places.get(parent, "") is None
            if shard_id not in self.places and parent_is_read:
                answer = self.client.get_shard_iterator(
                    StreamArn=self.arn, ShardId=shard_id, ShardIteratorType="TRIM_HORIZON"
                )
                self.places[shard_id] = answer["ShardIterator"]

    def read(self):
        """One page of every shard; the number of records."""
        self.start_shards()
        count = 0
        for shard_id, iterator in self.places.items():
            if iterator is None:
                continue
            page = self.client.get_records(ShardIterator=iterator, Limit=50)
            self.places[shard_id] = page.get("NextShardIterator")
            self.records += page["Records"]
            count += len(page["Records"])
        return count

    def read_to_end(self):
        while self.read():
            pass
        return self.records


def write_at_random(client, table, seed):
    chance = random.Random(seed)
    for _ in range(150):
        key = {"pk": S(f"p{chance.randrange(8)}"), "sk": N(chance.randrange(3))}
        if chance.random() < 0.3:
            client.delete_item(TableName=table, Key=key)
        else:
            item = key | {"v": N(chance.randrange(4))}
            client.put_item(TableName=table, Item=item)


class Streams(SdkTestCase):
    def setUp(self):
        self.streams = make_client(service="dynamodbstreams")

    def stream(self, view_type="NEW_AND_OLD_IMAGES"):
        table = self.table("pk:S", "sk:N", StreamSpecification=stream_of(view_type))
        return table, Follower(self.streams, table.describe()["LatestStreamArn"])

    def test_records(self):
        table, follower = self.stream()
        item = {"pk": S("a"), "sk": N(1), "v": S("x")}
        table.put_item(Item=item)
        table.put_item(Item=item)
        table.delete_item(Key={"pk": S("a"), "sk": N(1)})
        insert, remove = follower.read_to_end()
        self.assertEqual(insert["eventName"], "INSERT")
        self.assertEqual(insert["eventSource"], "aws:dynamodb")
        self.assertEqual(insert["awsRegion"], "us-east-1")
        self.assertRegex(insert["eventID"], "^[0-9a-f]{32}$")
        change = insert["dynamodb"]
        self.assertEqual(change["Keys"], {"pk": S("a"), "sk": N(1)})
        self.assertEqual(change["NewImage"], item)
        self.assertNotIn("OldImage", change)
        self.assertEqual(change["SizeBytes"], 3 + 4 + 3 + 4 + 2)
        self.assertEqual(change["StreamViewType"], "NEW_AND_OLD_IMAGES")
        self.assertRegex(change["SequenceNumber"], "^[0-9]{21,40}$")
        self.assertEqual(remove["eventName"], "REMOVE")
        self.assertEqual(remove["dynamodb"]["OldImage"], item)
        self.assertNotEqual(insert["eventID"], remove["eventID"])

    def test_a_consumer_rebuilds_the_table_under_concurrent_writers(self):
        table, follower = self.stream()
        replica = {}
        with concurrent.futures.ThreadPoolExecutor() as pool:
            client = make_client()
            writers = [pool.submit(write_at_random, client, table.name, seed) for seed in range(4)]
            while not all(writer.done() for writer in writers):
                follower.read()
            for writer in writers:
                writer.result()
        for record in follower.read_to_end():
            key = str(sorted(record["dynamodb"]["Keys"].items()))
            self.assertEqual(replica.get(key), record["dynamodb"].get("OldImage"))
            replica[key] = record["dynamodb"].get("NewImage")
        ids = [record["eventID"] for record in follower.records]
        self.assertEqual(len(ids), len(set(ids)))
        self.assert_same_items([item for item in replica.values() if item], table.all_items())

    def test_a_disabled_stream_ends(self):
        table, follower = self.stream("KEYS_ONLY")
        table.put(pk=S("a"), sk=N(1))
        table.update_table(StreamSpecification={"StreamEnabled": False})
        table.wait_until_active()
        table.put(pk=S("b"), sk=N(1))
        self.assertEqual(len(follower.read_to_end()), 1)
        self.assertEqual(set(follower.places.values()), {None})
        described = self.streams.describe_stream(StreamArn=follower.arn)["StreamDescription"]
        self.assertEqual(described["StreamStatus"], "DISABLED")
        self.assertEqual(described["KeySchema"], table.describe()["KeySchema"])

    def test_list_streams(self):
        table, follower = self.stream("NEW_IMAGE")
        listed = self.streams.list_streams(TableName=table.name)["Streams"]
        label = follower.arn.rpartition("/")[2]
        self.assertEqual(
            listed, [{"StreamArn": follower.arn, "TableName": table.name, "StreamLabel": label}]
        )

    def test_faults(self):
        table, follower = self.stream()
        missing = follower.arn.replace(table.name, "nobody")
        with self.fails(
            "ResourceNotFoundException",
            f"Requested resource not found: Stream: {missing} not found",
        ):
            self.streams.describe_stream(StreamArn=missing)
        with self.fails("ResourceNotFoundException"):
            self.streams.get_shard_iterator(
                StreamArn=follower.arn, ShardId="shardId-" + "0" * 20, ShardIteratorType="LATEST"
            )
        with self.fails("ValidationException"):
            self.streams.get_records(ShardIterator="nonsense")


if __name__ == "__main__":
    unittest.main()
