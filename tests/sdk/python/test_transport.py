"""What SDKs rely on below the API: connections, checksums, compression, credentials."""

import gzip
import http.client
import json
import unittest
import zlib
from urllib.parse import urlsplit

from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.config import Config
from botocore.credentials import Credentials

from support import ENDPOINT, REGION, S, SdkTestCase, make_client, unique_name


class Raw(SdkTestCase):
    """Requests signed by botocore but sent by hand, on one connection."""

    def setUp(self):
        self.connection = http.client.HTTPConnection(urlsplit(ENDPOINT).netloc, timeout=30)
        self.addCleanup(self.connection.close)

    def send(self, operation, body, **headers):
        if not isinstance(body, bytes):
            body = json.dumps(body).encode()
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        request = AWSRequest(
            method="POST",
            url=ENDPOINT + "/",
            data=body,
            headers={
                "X-Amz-Target": f"DynamoDB_20120810.{operation}",
                "Content-Type": "application/x-amz-json-1.0",
                **headers,
            },
        )
        SigV4Auth(Credentials("key", "secret"), "dynamodb", REGION).add_auth(request)
        self.connection.request("POST", "/", body=body, headers=dict(request.headers.items()))
        response = self.connection.getresponse()
        return response, response.read()

    def test_one_connection_serves_many_requests(self):
        self.connection.connect()
        socket = self.connection.sock
        for _ in range(20):
            response, body = self.send("ListTables", {})
            self.assertEqual(response.status, 200)
            self.assertIn("TableNames", json.loads(body))
            self.assertIs(self.connection.sock, socket, "the server closed the connection")

    def test_headers(self):
        response, body = self.send("ListTables", {})
        self.assertEqual(response.headers["Content-Type"], "application/x-amz-json-1.0")
        self.assertEqual(int(response.headers["Content-Length"]), len(body))
        self.assertEqual(int(response.headers["x-amz-crc32"]), zlib.crc32(body))
        self.assertRegex(response.headers["x-amzn-RequestId"], r"^[0-9A-Z]{52}$")

    def test_errors_have_checksums_too(self):
        response, body = self.send("DescribeTable", {"TableName": "no-such-table"})
        self.assertEqual(response.status, 400)
        self.assertEqual(int(response.headers["x-amz-crc32"]), zlib.crc32(body))
        self.assertEqual(
            json.loads(body)["__type"],
            "com.amazonaws.dynamodb.v20120810#ResourceNotFoundException",
        )

    def test_a_client_that_accepts_gzip(self):
        # The server may compress or not; either way the checksum is that of the bytes sent.
        table = self.table("pk:S")
        table.put(pk=S("a"), text=S("x" * 50_000))
        response, body = self.send("Scan", {"TableName": table.name}, Accept_Encoding="gzip")
        self.assertEqual(int(response.headers["x-amz-crc32"]), zlib.crc32(body))
        if response.headers.get("Content-Encoding") == "gzip":
            body = gzip.decompress(body)
        self.assertEqual(json.loads(body)["Items"][0]["text"], S("x" * 50_000))

    def test_a_compressed_request(self):
        body = gzip.compress(json.dumps({"Limit": 1}).encode())
        response, body = self.send("ListTables", body, Content_Encoding="gzip")
        self.assertEqual(response.status, 200, body)

    def test_bodies_of_every_length_on_one_connection(self):
        table = self.table("pk:S")
        for size in (0, 1, 1000, 100_000, 390_000, 3):
            item = {"pk": S("a"), "text": S("x" * size)}
            response, body = self.send("PutItem", {"TableName": table.name, "Item": item})
            self.assertEqual((response.status, body), (200, b"{}"))

    def test_unknown_members_are_ignored(self):
        response, _ = self.send("ListTables", {"Limit": 1, "Future": {"a": [1, None]}})
        self.assertEqual(response.status, 200)

    def test_unknown_operations(self):
        response, body = self.send("MakeCoffee", {})
        self.assertEqual(response.status, 400)
        self.assertEqual(
            json.loads(body), {"__type": "com.amazon.coral.service#UnknownOperationException"}
        )

    def test_bodies_that_are_no_json(self):
        for body in (b"{", b"[1", b"nothing"):
            with self.subTest(body):
                response, answer = self.send("ListTables", body)
                self.assertEqual(response.status, 400)
                self.assertEqual(
                    json.loads(answer)["__type"],
                    "com.amazon.coral.service#SerializationException",
                )

    def test_members_of_a_wrong_type(self):
        response, body = self.send("DescribeTable", {"TableName": 1})
        self.assertEqual(response.status, 400)
        self.assertEqual(
            json.loads(body),
            {
                "__type": "com.amazon.coral.service#SerializationException",
                "Message": "NUMBER_VALUE cannot be converted to String",
            },
        )


class Sdk(SdkTestCase):
    def test_the_sdk_needs_no_second_attempt(self):
        # botocore compares x-amz-crc32 with the body and tries again when they differ.
        client = make_client(retries=3)
        table = self.table("pk:S", client=client)
        for number in range(30):
            answer = table.put_item(Item={"pk": S(f"é€😀{number}")})
            self.assertEqual(answer["ResponseMetadata"]["RetryAttempts"], 0)
        answer = table.scan()
        self.assertEqual(answer["ResponseMetadata"]["RetryAttempts"], 0)
        self.assertEqual(answer["Count"], 30)

    def test_request_ids_differ(self):
        ids = {self.client.list_tables()["ResponseMetadata"]["RequestId"] for _ in range(10)}
        self.assertEqual(len(ids), 10)

    def test_any_credentials_and_region_see_the_same_tables(self):
        table = self.table("pk:S")
        cases = [
            {"region_name": "eu-central-1"},
            {"region_name": "localhost"},
            {"aws_access_key_id": "with-hyphen", "aws_secret_access_key": "x"},
            {"aws_session_token": "a token"},
        ]
        for options in cases:
            with self.subTest(**options):
                client = make_client(**options)
                described = client.describe_table(TableName=table.name)["Table"]
                self.assertEqual(described["TableName"], table.name)

    def test_arns_name_the_region_of_the_request(self):
        client = make_client(region_name="eu-west-3")
        table = self.table("pk:S", client=client)
        self.assertIn(":eu-west-3:", table.describe()["TableArn"])

    def test_legacy_retry_mode(self):
        client = make_client(config=Config(retries={"mode": "legacy"}))
        answer = client.list_tables()
        self.assertEqual(answer["ResponseMetadata"]["RetryAttempts"], 0)

    def test_errors_are_typed(self):
        with self.assertRaises(self.client.exceptions.ResourceNotFoundException):
            self.client.describe_table(TableName=unique_name("missing"))


if __name__ == "__main__":
    unittest.main()
