"""boto3 tries again, and finds the server by itself. ../faults.py makes the first attempt of each
call fail."""

import os
import socket
import unittest

import boto3
from botocore.config import Config
from botocore.exceptions import EndpointConnectionError

from support import N, S, SdkTestCase, make_client

FAULTS = os.environ.get("STATOR_FAULTS_ENDPOINT")


@unittest.skipUnless(FAULTS, "tests/sdk/faults.py is not between")
class Retries(SdkTestCase):
    def test_a_second_attempt_succeeds(self):
        table = self.table("pk:S")
        for mode in ("legacy", "standard", "adaptive"):
            config = Config(retries={"mode": mode, "total_max_attempts": 2})
            for fault in ("/throttle", "/error", "/drop"):
                with self.subTest(mode=mode, fault=fault):
                    client = make_client(endpoint_url=FAULTS + fault, config=config)
                    answer = client.update_item(
                        TableName=table.name, Key={"pk": S(mode)}, UpdateExpression="ADD n :one",
                        ExpressionAttributeValues={":one": N(1)})
                    self.assertEqual(answer["ResponseMetadata"]["RetryAttempts"], 1)
            self.assertEqual(table.get(pk=S(mode))["n"], N(3))

    def test_without_retries_throttling_has_its_type(self):
        client = make_client(endpoint_url=FAULTS + "/throttle")
        with self.assertRaises(client.exceptions.ProvisionedThroughputExceededException):
            client.list_tables()

    def test_nobody_listens(self):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            client = make_client(endpoint_url=f"http://127.0.0.1:{probe.getsockname()[1]}")
            with self.assertRaises(EndpointConnectionError):
                client.list_tables()


@unittest.skipUnless(os.environ.get("AWS_ENDPOINT_URL_DYNAMODB"), "the variable is not set")
class Environment(SdkTestCase):
    def test_the_endpoint_comes_from_the_environment(self):
        table = self.table("pk:S")
        session = boto3.Session("any", "any", region_name="us-east-1")
        described = session.client("dynamodb").describe_table(TableName=table.name)
        self.assertEqual(described["Table"]["TableName"], table.name)
        self.assertEqual(session.resource("dynamodb").Table(table.name).item_count, 0)
        streams = session.client("dynamodbstreams")
        self.assertEqual(streams.list_streams(TableName=table.name)["Streams"], [])


if __name__ == "__main__":
    unittest.main()
