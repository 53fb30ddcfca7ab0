"""boto3 over HTTPS: with a certificate that it trusts, one that it does not, and none."""

import concurrent.futures
import os
import ssl
import subprocess
import tempfile
import unittest

from botocore.exceptions import SSLError

from own_server import own_server
from support import make_client


class Tls(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.certificate = os.path.join(folder.name, "cert.pem")
        cls.key = os.path.join(folder.name, "key.pem")
        subprocess.run(
            ["openssl", "req", "-x509", "-nodes", "-newkey", "rsa:2048", "-keyout", cls.key,
             "-out", cls.certificate, "-days", "2", "-subj", "/CN=localhost",
             "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"],
            check=True, capture_output=True, timeout=60)

    def test_a_certificate_from_files_is_verified(self):
        with own_server("--tls-cert", self.certificate, "--tls-key", self.key) as port:
            url = f"https://localhost:{port}"
            client = make_client(endpoint_url=url, verify=self.certificate)
            self.assertEqual(client.list_tables()["TableNames"], [])
            with self.assertRaises(SSLError):
                make_client(endpoint_url=url).list_tables()

    def test_a_self_signed_certificate_can_be_fetched_and_trusted(self):
        with own_server("--tls", "self-signed") as port, tempfile.NamedTemporaryFile("w") as file:
            file.write(ssl.get_server_certificate(("127.0.0.1", port)))
            file.flush()
            for host in ("localhost", "127.0.0.1"):
                client = make_client(endpoint_url=f"https://{host}:{port}", verify=file.name)
                self.assertEqual(client.list_tables()["TableNames"], [])

    def test_http_and_https_reach_the_same_tables(self):
        with own_server("--tls", "self-signed") as port:
            plain = make_client(endpoint_url=f"http://localhost:{port}")
            secure = make_client(endpoint_url=f"https://localhost:{port}", verify=False)
            plain.create_table(
                TableName="tls-table", BillingMode="PAY_PER_REQUEST",
                AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "N"}],
                KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}])

            def write(number):
                client = (plain, secure)[number % 2]
                client.put_item(TableName="tls-table", Item={"pk": {"N": str(number)}})

            with concurrent.futures.ThreadPoolExecutor(8) as pool:
                list(pool.map(write, range(100)))
            for client in (plain, secure):
                self.assertEqual(client.scan(TableName="tls-table", Select="COUNT")["Count"], 100)


if __name__ == "__main__":
    unittest.main()
