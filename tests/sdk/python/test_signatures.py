"""Signatures as boto3 makes them, against a server that verifies them."""

import datetime
import gzip
import hashlib
import http.client
import tempfile
import unittest
from unittest import mock

import botocore.auth
from botocore.auth import SigV4Auth, SigV4QueryAuth
from botocore.awsrequest import AWSRequest
from botocore.config import Config
from botocore.credentials import Credentials
from botocore.exceptions import ClientError

from own_server import own_server
from support import REGION, make_client

KEYS = """
[default]
aws_access_key_id = AKIADEFAULT
aws_secret_access_key = secret/of+default
[temporary]
aws_access_key_id = ASIATEMPORARY
aws_secret_access_key = secret/of+temporary
aws_session_token = a/long+token==
"""
DEFAULT = {"aws_access_key_id": "AKIADEFAULT", "aws_secret_access_key": "secret/of+default"}
TEMPORARY = {"aws_access_key_id": "ASIATEMPORARY",
             "aws_secret_access_key": "secret/of+temporary",
             "aws_session_token": "a/long+token=="}
MISMATCH = ("The request signature we calculated does not match the signature you provided. Check "
            "your AWS Secret Access Key and signing method. Consult the service documentation for "
            "details.")


class Presigned(SigV4QueryAuth):
    """botocore moves bodies into the query, which JSON does not survive; this signs them."""

    def payload(self, request):
        return hashlib.sha256(b"{}").hexdigest()


class Signatures(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        file = tempfile.NamedTemporaryFile("w")
        cls.addClassCleanup(file.close)
        file.write(KEYS)
        file.flush()
        server = own_server("--auth", "sigv4", "--credentials", file.name)
        cls.port = cls.enterClassContext(server) if hasattr(cls, "enterClassContext") else (
            server.__enter__())
        if not hasattr(cls, "enterClassContext"):
            cls.addClassCleanup(server.__exit__, None, None, None)

    def client(self, **options):
        return make_client(endpoint_url=f"http://localhost:{self.port}", **options)

    def assert_refused(self, client, code, message):
        with self.assertRaises(ClientError) as caught:
            client.list_tables()
        error = caught.exception.response["Error"]
        self.assertEqual((error["Code"], error["Message"]), (code, message))
        self.assertEqual(caught.exception.response["ResponseMetadata"]["HTTPStatusCode"], 400)

    def test_known_keys_are_accepted(self):
        for keys in (DEFAULT, TEMPORARY):
            for region in (REGION, "eu-central-1", "local"):
                client = self.client(region_name=region, **keys)
                self.assertEqual(client.list_tables()["TableNames"], [])

    def test_every_kind_of_request_is_signed_right(self):
        client = self.client(**DEFAULT)
        client.create_table(
            TableName="signed-table", BillingMode="PAY_PER_REQUEST",
            AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "S"}],
            KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}])
        text = "\u00fc\U0001f600 " * 20_000
        client.put_item(TableName="signed-table", Item={"pk": {"S": "a"}, "text": {"S": text}})
        item = client.get_item(TableName="signed-table", Key={"pk": {"S": "a"}})["Item"]
        self.assertEqual(item["text"], {"S": text})
        client.delete_table(TableName="signed-table")

    def test_unknown_keys_are_refused(self):
        self.assert_refused(self.client(), "UnrecognizedClientException",
                            "The security token included in the request is invalid.")

    def test_a_wrong_secret_is_refused(self):
        keys = {**DEFAULT, "aws_secret_access_key": "secret/of+temporary"}
        self.assert_refused(self.client(**keys), "InvalidSignatureException", MISMATCH)

    def test_a_token_must_be_the_keys(self):
        for keys in ({**TEMPORARY, "aws_session_token": "another"},
                     {**TEMPORARY, "aws_session_token": None},
                     {**DEFAULT, "aws_session_token": "a/long+token=="}):
            self.assert_refused(self.client(**keys), "UnrecognizedClientException",
                                "The security token included in the request is invalid")

    def test_clocks_may_differ_by_a_quarter_of_an_hour(self):
        now = datetime.datetime.now(datetime.timezone.utc)
        for minutes, expected in ((-14, None), (14, None), (-16, "Signature expired: "),
                                  (16, "Signature not yet current: ")):
            moved = (now + datetime.timedelta(minutes=minutes)).replace(tzinfo=None)
            with mock.patch.object(botocore.auth, "get_current_datetime", lambda *_, **__: moved):
                if expected is None:
                    self.client(**DEFAULT).list_tables()
                    continue
                with self.assertRaises(ClientError) as caught:
                    self.client(**DEFAULT).list_tables()
            error = caught.exception.response["Error"]
            self.assertEqual(error["Code"], "InvalidSignatureException")
            self.assertTrue(error["Message"].startswith(expected), error["Message"])

    def test_no_credentials_are_refused(self):
        with self.assertRaises(ClientError) as caught:
            self.client(config=Config(signature_version=botocore.UNSIGNED)).list_tables()
        self.assertEqual(caught.exception.response["Error"]["Code"],
                         "MissingAuthenticationTokenException")

    def test_signatures_are_not_for_the_server_s_own_pages(self):
        self.assertEqual(self.send("GET", "/", b"", {})[0], 200)

    def send(self, method, target, body, headers):
        connection = http.client.HTTPConnection("localhost", self.port, timeout=30)
        self.addCleanup(connection.close)
        connection.request(method, target, body=body, headers=headers)
        response = connection.getresponse()
        return response.status, response.read()

    def request(self, body, path="/", **headers):
        return AWSRequest(
            method="POST", url=f"http://localhost:{self.port}{path}", data=body,
            headers={"X-Amz-Target": "DynamoDB_20120810.ListTables",
                     "Content-Type": "application/x-amz-json-1.0",
                     **{name.replace("_", "-"): value for name, value in headers.items()}})

    def test_presigned_requests(self):
        credentials = Credentials(*TEMPORARY.values())
        request = self.request(b"{}", "/some%20path/?b=%2F&a=1%202")
        Presigned(credentials, "dynamodb", REGION, expires=60).add_auth(request)
        target = request.url.split(str(self.port), 1)[1]
        headers = dict(request.headers.items())
        self.assertEqual(self.send("POST", target, b"{}", headers)[0], 200)
        status, body = self.send("POST", target.replace("a=1", "a=2"), b"{}", headers)
        self.assertEqual(status, 400)
        self.assertIn(b"InvalidSignatureException", body)

    def test_what_is_signed_is_what_is_sent(self):
        body = gzip.compress(b"{}")
        request = self.request(body, Content_Encoding="gzip")
        SigV4Auth(Credentials(*DEFAULT.values()), "dynamodb", REGION).add_auth(request)
        headers = dict(request.headers.items())
        self.assertEqual(self.send("POST", "/", body, headers)[0], 200)
        headers["X-Amz-Target"] = "DynamoDB_20120810.DescribeLimits"
        status, answer = self.send("POST", "/", body, headers)
        self.assertEqual(status, 400)
        self.assertIn(b"InvalidSignatureException", answer)


if __name__ == "__main__":
    unittest.main()
