"""Checks of --load with the real binary: files of every kind, and a wrong one."""

import gzip
import json
import os
import re
import shutil
import tempfile

from http_harness import Server, check, exchange, request_bytes, run_to_end

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))
SEED = os.path.join(ROOT, "tests/load/seed")


def call(server, operation, **request):
    """The answer of one API call, which must succeed."""
    data = request_bytes(json.dumps(request).encode())
    data = data.replace(b"DynamoDB_20120810.ListTables", f"DynamoDB_20120810.{operation}".encode())
    with server.connect() as connection:
        reply = exchange(connection, data)
    assert reply.status == 200, reply.body
    return json.loads(reply.body)


@check
def loads_a_folder_with_a_file_of_every_kind():
    with Server("--load", SEED) as server:
        names = call(server, "ListTables")["TableNames"]
        assert names == ["Customers", "Loans", "Music", "Sessions", "Shelves", "Tickets",
                         "Vehicles", "ledger-global", "orders-dev"], names
        counts = {name: call(server, "Scan", TableName=name, Select="COUNT")["Count"]
                  for name in names}
        assert counts == {"Customers": 2, "Loans": 3, "Music": 3, "Sessions": 2, "Shelves": 0,
                          "Tickets": 2, "Vehicles": 1, "ledger-global": 0, "orders-dev": 3}, counts
        in_index = call(server, "Query", TableName="Music", IndexName="ByYear",
                        KeyConditionExpression="#y = :y", ExpressionAttributeNames={"#y": "Year"},
                        ExpressionAttributeValues={":y": {"N": "1965"}})
        assert in_index["Count"] == 2
        expiry = call(server, "DescribeTimeToLive", TableName="orders-dev")
        assert expiry["TimeToLiveDescription"]["TimeToLiveStatus"] == "ENABLED"
        server.end()


@check
def loads_compressed_files_for_a_table_that_is_named():
    with tempfile.TemporaryDirectory() as folder:
        with gzip.open(os.path.join(folder, "x7k2.json.gz"), "wt") as export:
            for number in range(1000):
                export.write(json.dumps({"Item": {"Id": {"S": str(number)}}}) + "\n")
        with Server("--load", os.path.join(SEED, "tables.json"), "--load",
                    f"Sessions={folder}") as server:
            assert call(server, "Scan", TableName="Sessions", Select="COUNT")["Count"] == 1000


@check
def a_wrong_file_ends_it_with_one_line_before_it_listens():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "tables.json")
        shutil.copy(os.path.join(SEED, "tables.json"), path)
        with open(path, "r+", encoding="utf-8") as file:
            text = file.read().replace('"AttributeType": "N"', '"AttributeType": "X"')
            file.seek(0)
            file.write(text)
        result = run_to_end("serve", "--port", "0", "--load", path)
        assert result.returncode == 1 and not result.stdout, result
        assert result.stderr.decode() == (
            f"stator: {path}:2: ValidationException: 1 validation error detected: Value 'X' at "
            "'attributeDefinitions.3.member.attributeType' failed to satisfy constraint: Member "
            "must satisfy enum value set: [B, N, S]\n"), result.stderr


def readme_section(title):
    with open(os.path.join(ROOT, "README.md"), encoding="utf-8") as file:
        return re.search(rf"^## {title}\n(.*?)^## ", file.read(), re.MULTILINE | re.DOTALL)[1]


@check
def the_readme_loads_what_it_says():
    section = readme_section("Tables and data from the start")
    files = re.findall(r"`([\w./-]+)`:\n\n```\w+\n(.*?)```", section, re.DOTALL)
    command = re.search(r"^stator serve (.*)$", section, re.MULTILINE)[1].split()
    assert len(files) == 2, files
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files:
            os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        here = os.getcwd()
        os.chdir(folder)
        try:
            with Server(*command) as server:
                assert call(server, "ListTables")["TableNames"] == ["songs-test"]
                song = call(server, "GetItem", TableName="songs-test",
                            Key={"artist": {"S": "Nina Simone"}, "title": {"S": "Sinnerman"}})
                assert song["Item"]["year"] == {"N": "1965"}, song
        finally:
            os.chdir(here)
