#!/usr/bin/env python3
"""Checks that the server takes the place of other local DynamoDBs: their command lines, the lines
they print, their health checks and their habits.

usage: dropin_check.py PATH_OF_STATOR [WORD...]

Starts the binary, under several names, on free ports of this machine. The last line is
"N passed, N failed". Needs nothing but Python's standard library.
"""

import http.client
import importlib
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import time

from http_harness import AUTHORIZATION, check, run_checks

STATOR = ""
MISSING_TOKEN = (b'{"__type":"com.amazonaws.dynamodb.v20120810#MissingAuthenticationToken",'
                 b'"Message":"Request must contain either a valid (registered) AWS access key ID '
                 b'or X.509 certificate."}')


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Process:
    """A command for the length of a `with` block; `banner` is all it printed until it listened."""

    def __init__(self, *command, lines=1, env=None):
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        env={**os.environ, **(env or {})})
        self.banner = b"".join(self.process.stdout.readline() for _ in range(lines)).decode()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.communicate(timeout=10)


def named(name):
    """A link to the binary under another name, in a folder that is removed at the end."""
    folder = tempfile.TemporaryDirectory()
    path = os.path.join(folder.name, name)
    os.symlink(os.path.abspath(STATOR), path)
    return folder, path


def ask(port, method="GET", path="/", body=None, headers=None):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request(method, path, body, headers or {})
    reply = connection.getresponse()
    return reply.status, reply.read(), {k.lower(): v for k, v in reply.getheaders()}


def call(port, operation, body, key="key", region="us-east-1", path="/"):
    authorization = AUTHORIZATION.replace("key/", f"{key}/").replace("us-east-1", region)
    return ask(port, "POST", path, json.dumps(body), {
        "X-Amz-Target": f"DynamoDB_20120810.{operation}", "X-Amz-Date": "20261130T000000Z",
        "Content-Type": "application/x-amz-json-1.0", "Authorization": authorization})


def table(name="Tab"):
    return {"TableName": name, "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{"AttributeName": "p", "AttributeType": "S"}],
            "KeySchema": [{"AttributeName": "p", "KeyType": "HASH"}]}


def local(*flags, jvm=("-Djava.library.path=./DynamoDBLocal_lib",), env=None):
    """DynamoDB Local's command line on a free port."""
    port = free_port()
    process = Process(STATOR, *jvm, "-jar", "DynamoDBLocal.jar", "-port", str(port), *flags,
                      lines=8, env=env)
    return process, port


# ---------------------------------------------------------------- DynamoDB Local


@check
def prints_the_banner_once_it_listens():
    process, port = local("-inMemory", "-sharedDb")
    with process:
        assert process.banner == (
            "Initializing DynamoDB Local with the following configuration:\n"
            f"Port:\t{port}\nInMemory:\ttrue\nDbPath:\tnull\nSharedDb:\ttrue\n"
            "shouldDelayTransientStatuses:\tfalse\nCorsParams:\t*\n\n"), process.banner
        socket.create_connection(("127.0.0.1", port), timeout=5).close()


@check
def answers_the_root_with_400():
    process, port = local("-inMemory")
    with process:
        for path in ("/", "/anything"):
            assert ask(port, "GET", path)[:2] == (400, MISSING_TOKEN)
            assert ask(port, "HEAD", path)[0] == 400


@check
def is_java():
    folder, java = named("java")
    with folder:
        for jvm in ([], ["-Xms64m", "-Xmx1g", "-Xrs", "-XX:+UseSerialGC", "-Dx=y", "-ea", "-server",
                         "-cp", "other.jar", "-javaagent:x.jar"]):
            port = free_port()
            with Process(java, *jvm, "-jar", "/any/path/DynamoDBLocal.jar", f"-port={port}",
                         "-inMemory", lines=8):
                assert call(port, "ListTables", {})[0] == 200


@check
def separates_access_keys_and_regions_unless_shared():
    for flags, sees_it in ((["-inMemory"], False), (["-inMemory", "-sharedDb"], True)):
        process, port = local(*flags)
        with process:
            assert call(port, "CreateTable", table(), key="one")[0] == 200
            for key, region in (("two", "us-east-1"), ("one", "eu-west-1")):
                status, _, headers = call(port, "DescribeTable", {"TableName": "Tab"}, key, region)
                assert (status == 200) == sees_it
                assert ("x-stator-hint" in headers) != sees_it
            assert call(port, "DescribeTable", {"TableName": "Tab"}, key="one")[0] == 200


@check
def refuses_unknown_flags_and_taken_ports_in_one_line():
    wrong = subprocess.run([STATOR, "-jar", "DynamoDBLocal.jar", "-wrong"], capture_output=True)
    assert wrong.returncode == 2 and wrong.stderr.count(b"\n") == 1, wrong.stderr
    process, port = local("-inMemory")
    with process:
        taken = subprocess.run([STATOR, "-jar", "DynamoDBLocal.jar", "-port", str(port)],
                               capture_output=True)
        assert taken.returncode == 1
        assert taken.stderr.decode() == f"stator: port {port} is already in use\n"


@check
def allows_the_origins_of_cors():
    process, port = local("-inMemory", "-cors", "http://a,http://b")
    with process:
        for origin, allowed in (("http://b", "http://b"), ("http://c", None)):
            headers = ask(port, "OPTIONS", "/", headers={"Origin": origin})[2]
            assert headers.get("access-control-allow-origin") == allowed


# ---------------------------------------------------------------- others


@check
def is_dynalite():
    port = free_port()
    with Process(STATOR, "dynalite", "--port", str(port)) as process:
        assert process.banner == f"Dynalite listening at: http://127.0.0.1:{port}\n"
        assert ask(port)[0] == 200


@check
def is_localstack():
    port = free_port()
    env = {"GATEWAY_LISTEN": f"0.0.0.0:{port}", "SERVICES": "dynamodb"}
    with Process(STATOR, "localstack", lines=2, env=env) as process:
        assert re.search(r"Ready\.\n", process.banner)
        health = json.loads(ask(port, "GET", "/_localstack/health")[1])
        assert health["services"] == {"dynamodb": "running", "dynamodbstreams": "running"}
        for path in ("/_localstack/info", "/_localstack/init"):
            assert ask(port, "GET", path)[0] == 200


# ---------------------------------------------------------------- habits


def native(*flags, env=None):
    process = Process(STATOR, "serve", "--port", "0", *flags, env=env)
    return process, int(process.banner.rsplit(":", 1)[1])


@check
def answers_health_checks():
    process, port = native()
    with process:
        for path in ("/", "/health", "/healthz", "/ping", "/shell", "/shell/", "/metrics",
                     "/_localstack/health"):
            assert ask(port, "GET", path)[0] == 200, path
        assert b"<html" in ask(port, "GET", "/shell/")[1]
        assert ask(port, "GET", "/ping")[1] == b"healthy: dynamodb.us-east-1.amazonaws.com "


@check
def takes_any_path_key_and_region():
    process, port = native()
    with process:
        for key, region in (("", "local"), ("testcontainers-localstack", "fakeRegion"),
                            ("k", "localhost"), ("AKIA/x", "ddblocal")):
            assert call(port, "ListTables", {}, key, region, path="/shell")[0] == 200, key


@check
def resets():
    process, port = native()
    with process:
        for path in ("/_stator/reset", "/_reset", "/moto-api/reset", "/_localstack/state/reset",
                     "/_ministack/reset"):
            assert call(port, "CreateTable", table())[0] == 200, path
            assert ask(port, "POST", path)[:2] == (200, b'{"status":"ok"}')


@check
def takes_and_restores_snapshots():
    process, port = native()
    path = "/_stator/snapshots/seed"
    with process:
        assert call(port, "CreateTable", table())[0] == 200
        status, body = ask(port, "POST", path)[:2]
        seed = json.loads(body)
        assert status == 200 and (seed["Name"], seed["TableCount"]) == ("seed", 1), body
        for _ in range(2):
            assert call(port, "DeleteTable", {"TableName": "Tab"})[0] == 200
            assert call(port, "CreateTable", table("Other"))[0] == 200
            assert ask(port, "POST", "/_stator/reset")[0] == 200
            assert ask(port, "POST", f"{path}/restore")[:2] == (200, body)
            assert json.loads(call(port, "ListTables", {})[1])["TableNames"] == ["Tab"]
        assert json.loads(ask(port, "GET", "/_stator/snapshots")[1]) == {"Snapshots": [seed]}
        assert ask(port, "DELETE", path)[:2] == (200, body)
        status, body = ask(port, "POST", f"{path}/restore")[:2]
        assert (status, json.loads(body)["__type"]) == (404, "SnapshotNotFound"), body
        status, body = ask(port, "POST", "/_stator/snapshots/a%20b")[:2]
        assert (status, json.loads(body)["__type"]) == (400, "InvalidSnapshotName"), body


@check
def creates_and_deletes_ten_thousand_tables():
    process, port = native()
    with process:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)

        def send(operation, body):
            connection.request("POST", "/", json.dumps(body), {
                "X-Amz-Target": f"DynamoDB_20120810.{operation}", "X-Amz-Date": "x",
                "Content-Type": "application/x-amz-json-1.0", "Authorization": AUTHORIZATION})
            reply = connection.getresponse()
            assert reply.status == 200, reply.read()
            return reply.read()

        start = time.monotonic()
        for number in range(10_000):
            send("CreateTable", table(f"table-{number}"))
        seconds = time.monotonic() - start
        page = json.loads(send("ListTables", {}))
        assert len(page["TableNames"]) == 100
        for number in range(10_000):
            send("DeleteTable", {"TableName": f"table-{number}"})
        assert seconds < 20, f"{seconds:.1f} s for 10,000 tables"


@check
def counts_in_prometheus_form():
    process, port = native()
    with process:
        call(port, "CreateTable", table())
        call(port, "PutItem", {"TableName": "Tab", "Item": {"p": {"S": "a"}}})
        text = ask(port, "GET", "/metrics")[1].decode()
        assert 'stator_requests_total{operation="PutItem",status="2xx"} 1\n' in text
        assert "stator_tables 1\n" in text


@check
def logs_a_line_per_request():
    process, port = native("--log", "request", "--log-format", "json")
    with process:
        call(port, "CreateTable", table())
        call(port, "PutItem", {"TableName": "Tab", "Item": {"p": {"S": "a"}}})
        call(port, "PutItem", {"TableName": "Tab", "Item": {}})
        lines = [json.loads(process.process.stderr.readline()) for _ in range(3)]
        assert [line["status"] for line in lines] == [200, 200, 400]
        assert lines[1]["tables"] == [{"table": "Tab", "read": 0.0, "write": 1.0}]
        assert lines[2]["error"] == "ValidationException"


@check
def is_curl():
    folder, curl = named("curl")
    process, port = native()
    with folder, process:
        url = f"http://localhost:{port}/"

        def run(*arguments):
            return subprocess.run([curl, *arguments], capture_output=True, timeout=10)

        assert run(url).stdout == b"healthy: dynamodb.us-east-1.amazonaws.com "
        code = run("-s", "-o", "/dev/null", "-I", "-w", "%{http_code}", url)
        assert (code.returncode, code.stdout) == (0, b"200")
        failed = run("-f", "-s", f"{url}_stator/none")
        assert (failed.returncode, failed.stdout) == (22, b"")
        nobody = run("-s", "-w", "%{http_code}", f"http://127.0.0.1:{free_port()}/")
        assert (nobody.returncode, nobody.stdout) == (7, b"000")


# ---------------------------------------------------------------- the run


def main():
    global STATOR
    STATOR = sys.argv[1]
    importlib.import_module("contract_checks")  # which registers its checks
    return run_checks(sys.argv[2:])


if __name__ == "__main__":
    # Under its own name, for the checks of other files that import it.
    sys.modules["dropin_check"] = sys.modules["__main__"]
    sys.exit(main())
