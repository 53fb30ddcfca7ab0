#!/usr/bin/env python3
"""Kills a server that writes to a data directory, again and again, and looks for what is missing.

usage: kill_check.py [--kills N] [--seed N] [--items N] PATH_OF_STATOR

Each round starts the server on the same directory, lets writers loose on it, kills it (SIGKILL) at
a random moment, starts it again and checks: every write that was answered is there, no transaction
is there in part, a transaction that is sent again with its token happened once, streams and indexes
agree with the table. Then a server with --items items is restarted, and must be ready in the time
that 3 s for a million of them leaves. Prints counts and the seed; the last line is
"N passed, N failed". Needs nothing but Python's standard library.
"""

import argparse
import http.client
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../script/lib"))
from check_runner import check, run_checks  # noqa: E402

AUTHORIZATION = ("AWS4-HMAC-SHA256 Credential=key/20261130/us-east-1/dynamodb/aws4_request, "
                 "SignedHeaders=host;x-amz-date, Signature=abc")
KEYS = 60
READY_SECONDS_PER_MILLION = 3.0
READY_SECONDS_AT_LEAST = 0.5  # whatever the number of items, on a machine that does other things
ROUND_SECONDS_MAX = 0.25

options = argparse.Namespace()


class Server:
    """A server on a free port, with the data directory."""

    def __init__(self, directory, *flags):
        start = time.monotonic()
        self.process = subprocess.Popen(
            [options.stator, "serve", "--port", "0", "--host", "127.0.0.1", "--data-dir", directory,
             *flags], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            restore_signals=False)  # else a file that is too large would end it
        line = self.process.stdout.readline().decode()
        found = re.fullmatch(r"Stator listening on http://(\S+):(\d+)\n", line)
        if not found:
            raise AssertionError(self.process.stderr.read().decode())
        self.seconds_to_start = time.monotonic() - start
        self.port = int(found.group(2))

    def kill(self, signal_number=signal.SIGKILL):
        self.process.send_signal(signal_number)
        self.process.communicate(timeout=30)


class Client:
    """One connection; calls raise ConnectionError and its like once the server is gone."""

    def __init__(self, server):
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)

    def call(self, operation, request, target="DynamoDB_20120810"):
        self.connection.request("POST", "/", json.dumps(request), {
            "X-Amz-Target": f"{target}.{operation}", "Authorization": AUTHORIZATION,
            "X-Amz-Date": "20261130T000000Z", "Content-Type": "application/x-amz-json-1.0"})
        reply = self.connection.getresponse()
        answer = json.loads(reply.read() or b"{}")
        if reply.status != 200:
            raise AssertionError(f"{operation}: {reply.status} {answer}")
        return answer

    def streams(self, operation, request):
        return self.call(operation, request, "DynamoDBStreams_20120810")


def item(key, version):
    return {"pk": {"S": key}, "version": {"N": str(version)}, "group": {"S": f"g{version % 7}"},
            "filling": {"S": "x" * (version % 200)}}


def create_tables(client):
    for table in ("Left", "Right"):
        client.call("CreateTable", {
            "TableName": table, "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"},
                                     {"AttributeName": "group", "AttributeType": "S"}],
            "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
            "GlobalSecondaryIndexes": [{
                "IndexName": "ByGroup", "Projection": {"ProjectionType": "ALL"},
                "KeySchema": [{"AttributeName": "group", "KeyType": "HASH"}]}],
            "StreamSpecification": {"StreamEnabled": True, "StreamViewType": "NEW_IMAGE"}})


class Writer(threading.Thread):
    """Writes until the server is gone. `acknowledged` is what was answered, by key; `tried` what
    may have happened beside it."""

    def __init__(self, server, seed):
        super().__init__()
        self.server = server
        self.random = random.Random(seed)
        self.failure = None

    def run(self):
        try:
            client = Client(self.server)
            while True:
                self.step(client)
        except (OSError, http.client.HTTPException):
            return  # the server is gone
        except Exception as failure:  # noqa: BLE001: reported by the round
            self.failure = failure


class Putter(Writer):
    """Puts versions of single items, one request or several at a time."""

    def __init__(self, server, seed, model, name):
        super().__init__(server, seed)
        self.model = model
        self.name = name

    def step(self, client):
        keys = self.random.sample(range(KEYS), self.random.choice([1, 1, 1, 5]))
        names = [f"{self.name}{key}" for key in keys]
        for name in names:
            self.model.tried[name] = self.model.tried.get(name, 0) + 1
        items = [item(name, self.model.tried[name]) for name in names]
        if len(items) == 1:
            client.call("PutItem", {"TableName": "Left", "Item": items[0]})
        else:
            client.call("BatchWriteItem", {"RequestItems": {
                "Left": [{"PutRequest": {"Item": one}} for one in items]}})
        for name in names:
            self.model.acknowledged[name] = self.model.tried[name]


class Transactor(Writer):
    """Puts the same version of two items of two tables, under a token."""

    def __init__(self, server, seed, model):
        super().__init__(server, seed)
        self.model = model

    def step(self, client):
        name = f"both{self.random.randrange(KEYS)}"
        version = self.model.tried[name] = self.model.tried.get(name, 0) + 1
        self.model.pending = request = {
            "ClientRequestToken": f"{self.random.getrandbits(100):x}",
            "TransactItems": [
                {"Put": {"TableName": "Left", "Item": item(name, version)}},
                {"Put": {"TableName": "Right", "Item": item(name, version)}},
                {"Update": {"TableName": "Right", "Key": {"pk": {"S": "count"}},
                            "UpdateExpression": "ADD transactions :one",
                            "ExpressionAttributeValues": {":one": {"N": "1"}}}}]}
        client.call("TransactWriteItems", request)
        self.model.acknowledged[name] = version
        self.model.transactions += 1
        self.model.pending = None


class Definer(Writer):
    """Creates, tags and deletes tables; what is tagged must be there."""

    def __init__(self, server, seed, model):
        super().__init__(server, seed)
        self.model = model

    def step(self, client):
        name = f"Table{self.random.getrandbits(60):x}"
        client.call("CreateTable", {
            "TableName": name, "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
            "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
            "Tags": [{"Key": "name", "Value": name}]})
        self.model.tables[name] = True
        if len(self.model.tables) > 20:
            gone = self.random.choice(sorted(self.model.tables))
            self.model.tables[gone] = None  # may be there or not
            client.call("DeleteTable", {"TableName": gone})
            del self.model.tables[gone]
            self.model.deleted.add(gone)
        time.sleep(0.01)


class Model:
    """What the directory must hold."""

    def __init__(self):
        self.acknowledged = {}
        self.tried = {}
        self.transactions = 0
        self.pending = None
        self.tables = {}
        self.deleted = set()

    def compare(self, client):
        left, right = scan(client, "Left"), scan(client, "Right")
        for name, version in self.acknowledged.items():
            assert name in left, f"{name} is missing"
            assert version <= left[name] <= self.tried[name], (name, version, left[name])
        for name in self.tried:
            if name.startswith("both"):
                assert left.get(name) == right.get(name), f"half a transaction: {name}"
        for name in left:
            self.acknowledged[name] = self.tried[name] = left[name]
        self.resend(client)
        self.compare_tables(client)

    def resend(self, client):
        """The transaction that nobody answered: with its token it happens once."""
        if self.pending:
            client.call("TransactWriteItems", self.pending)
            self.transactions += 1
            put = self.pending["TransactItems"][0]["Put"]["Item"]
            name, version = put["pk"]["S"], int(put["version"]["N"])
            self.acknowledged[name] = self.tried[name] = version
            self.pending = None
        count = client.call("GetItem", {"TableName": "Right", "Key": {"pk": {"S": "count"}}})
        found = int(count.get("Item", {}).get("transactions", {"N": "0"})["N"])
        assert found == self.transactions, (found, self.transactions)

    def compare_tables(self, client):
        names, start = set(), {}
        while True:
            page = client.call("ListTables", start)
            names.update(page["TableNames"])
            if "LastEvaluatedTableName" not in page:
                break
            start = {"ExclusiveStartTableName": page["LastEvaluatedTableName"]}
        assert not names & self.deleted, "a deleted table is back"
        for name, is_sure in list(self.tables.items()):
            if is_sure is None:
                del self.tables[name]
            else:
                assert name in names, f"{name} is missing"
        for name in random.sample(sorted(self.tables), min(3, len(self.tables))):
            arn = f"arn:aws:dynamodb:us-east-1:000000000000:table/{name}"
            tags = client.call("ListTagsOfResource", {"ResourceArn": arn})["Tags"]
            assert tags == [{"Key": "name", "Value": name}], tags


def scan(client, table):
    """The versions of all items, by key; the index must show the same."""
    def read(request):
        versions = {}
        while True:
            page = client.call("Scan", request)
            for found in page["Items"]:
                if "version" in found:
                    versions[found["pk"]["S"]] = int(found["version"]["N"])
            if "LastEvaluatedKey" not in page:
                return versions
            request = dict(request, ExclusiveStartKey=page["LastEvaluatedKey"])
    versions = read({"TableName": table})
    assert versions == read({"TableName": table, "IndexName": "ByGroup"}), "the index differs"
    return versions


def compare_stream(client):
    """Per item, the versions in the stream ascend, without one twice, up to the table's."""
    versions = scan(client, "Left")
    last = {}
    stream = client.streams("ListStreams", {"TableName": "Left"})["Streams"][0]["StreamArn"]
    records = 0
    description = client.streams("DescribeStream", {"StreamArn": stream})["StreamDescription"]
    for shard in description["Shards"]:
        iterator = client.streams("GetShardIterator", {
            "StreamArn": stream, "ShardId": shard["ShardId"],
            "ShardIteratorType": "TRIM_HORIZON"})["ShardIterator"]
        number = ""
        while True:
            page = client.streams("GetRecords", {"ShardIterator": iterator})
            for record in page["Records"]:
                change = record["dynamodb"]
                assert change["SequenceNumber"] > number
                number = change["SequenceNumber"]
                name = change["Keys"]["pk"]["S"]
                version = int(change["NewImage"]["version"]["N"])
                assert version > last.get(name, 0), (name, version, last.get(name))
                last[name] = version
                records += 1
            if not page["Records"]:
                break
            iterator = page["NextShardIterator"]
    assert last == versions, "the stream ends elsewhere than the table"
    return records


def run_round(directory, model, seed, flags):
    rng = random.Random(seed)
    server = Server(directory, *flags)
    writers = [Putter(server, seed + 1, model, "a"), Putter(server, seed + 2, model, "b"),
               Transactor(server, seed + 3, model), Definer(server, seed + 4, model)]
    for writer in writers:
        writer.start()
    time.sleep(rng.uniform(0, ROUND_SECONDS_MAX))
    server.kill()
    for writer in writers:
        writer.join()
        if writer.failure:
            raise writer.failure
    server = Server(directory, *flags)
    try:
        client = Client(server)
        model.compare(client)
        return model, server.seconds_to_start
    finally:
        server.kill()


def run_kills(kills, *flags):
    directory = tempfile.mkdtemp(prefix="stator-kill-")
    model = Model()
    try:
        server = Server(directory, *flags)
        create_tables(Client(server))
        server.kill()
        slowest = 0
        for number in range(kills):
            seed = options.seed * 1000 + number * 10
            try:
                model, seconds = run_round(directory, model, seed, flags)
            except Exception as failure:
                raise AssertionError(f"round {number}, seed {seed}: {failure}") from failure
            slowest = max(slowest, seconds)
        server = Server(directory, *flags)
        records = compare_stream(Client(server))
        server.kill(signal.SIGTERM)
        files = sorted(path.name for path in pathlib.Path(directory).iterdir())
        print(f"  {kills} kills ({' '.join(flags)}): {sum(model.acknowledged.values())} item "
              f"versions, {model.transactions} transactions and {records} stream records, none "
              f"missing; slowest start {slowest:.2f} s; left {', '.join(files)}")
    finally:
        shutil.rmtree(directory)


@check
def kills_with_interval():
    run_kills(options.kills * 3 // 4, "--sync", "interval", "--snapshot-log", "1")


@check
def kills_with_always():
    run_kills(options.kills - options.kills * 3 // 4, "--sync", "always", "--snapshot-log", "1")


@check
def starts_with_many_items():
    directory = tempfile.mkdtemp(prefix="stator-many-")
    try:
        server = Server(directory)
        fill(server, options.items)
        server.kill(signal.SIGTERM)
        server = Server(directory)
        count = Client(server).call("DescribeTable", {"TableName": "Many"})["Table"]["ItemCount"]
        server.kill(signal.SIGTERM)
        assert count == options.items, count
        limit = max(READY_SECONDS_AT_LEAST,
                    READY_SECONDS_PER_MILLION * options.items / 1_000_000)
        print(f"  {count} items: ready {server.seconds_to_start:.2f} s after the start, "
              f"{limit:.2f} s are allowed")
        assert server.seconds_to_start <= limit
    finally:
        shutil.rmtree(directory)


def fill(server, count):
    client = Client(server)
    client.call("CreateTable", {
        "TableName": "Many", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
        "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}]})
    for first in range(0, count, 25):
        client.call("BatchWriteItem", {"RequestItems": {"Many": [
            {"PutRequest": {"Item": {
                "pk": {"S": f"item-{number:08}"}, "name": {"S": f"the name of number {number}"},
                "count": {"N": str(number)}, "kind": {"S": "example"}, "flag": {"BOOL": True}}}}
            for number in range(first, min(first + 25, count))]}})


def refused(directory):
    """What a server says that cannot use the directory."""
    result = subprocess.run([options.stator, "serve", "--port", "0", "--data-dir", directory],
                            capture_output=True, timeout=30, check=False)
    assert result.returncode == 1 and not result.stdout, result
    assert result.stderr.count(b"\n") == 1, result.stderr
    return result.stderr.decode()


@check
def refuses_a_directory_in_use_and_a_damaged_one():
    directory = tempfile.mkdtemp(prefix="stator-refused-")
    try:
        server = Server(directory)
        create_tables(Client(server))
        assert refused(directory) == (f"stator: cannot use the data directory {directory}: another "
                                      "server is using it\n")
        server.kill(signal.SIGTERM)
        log = pathlib.Path(directory, "stator-00000001.log")
        whole = log.read_bytes()
        damaged = whole[:100] + b"?" + whole[101:]
        log.write_bytes(damaged)
        assert refused(directory).startswith(f"stator: cannot read {log} at offset 60: ")
        assert log.read_bytes() == damaged
        log.write_bytes(b"SQLite format 3\0" * 100)
        assert "it is not a file of Stator's" in refused(directory)
        log.write_bytes(whole)
        Server(directory).kill(signal.SIGTERM)
    finally:
        shutil.rmtree(directory)


@check
def refuses_writes_when_the_disk_is_full():
    """A file may not grow beyond a limit: the write that meets it is refused, what was answered
    before is there after a restart."""
    import resource  # noqa: PLC0415: there is none on other systems
    directory = tempfile.mkdtemp(prefix="stator-full-")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, before[1]))
        server = Server(directory)
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        client = Client(server)
        create_tables(client)
        written = 0
        try:
            for written in range(100_000):
                client.call("PutItem", {"TableName": "Left", "Item": item(f"k{written}", 1)})
        except AssertionError as failure:
            assert "500" in str(failure) and "InternalServerError" in str(failure), failure
        assert 0 < written < 10_000, written
        assert len(scan(client, "Left")) >= written  # reads go on
        server.process.send_signal(signal.SIGTERM)
        _, told = server.process.communicate(timeout=30)
        assert told.decode().count("Writes are refused from now on") == 1, told
        server = Server(directory)
        assert len(scan(Client(server), "Left")) == written
        server.kill(signal.SIGTERM)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        shutil.rmtree(directory)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=40)
    parser.add_argument("--seed", type=int, default=int(time.time()) % 100_000)
    parser.add_argument("--items", type=int, default=50_000)
    parser.add_argument("stator")
    parser.parse_args(namespace=options)
    print(f"seed {options.seed}")
    return run_checks([])


if __name__ == "__main__":
    sys.exit(main())
