"""Exports to and imports from the directory that stands for S3 (see script/lib/with-server)."""

import base64
import contextlib
import gzip
import hashlib
import json
import os
import pathlib
import time
import unittest

from support import B, BOOL, BS, L, M, N, NS, NULL, S, SS, SdkTestCase, split_key, unique_name

S3 = pathlib.Path(os.environ.get("STATOR_S3_DIR", ""))

ITEMS = [
    {"pk": S("plain")},
    {"pk": S("scalars"), "n": N("-12.5"), "big": N("1E+125"), "b": B(b"\0\xff"), "t": BOOL(True),
     "z": NULL, "odd name '\"": S("quotes \" ' \\ and\nlines é 😀")},
    {"pk": S("sets"), "ss": SS("a", "b"), "ns": NS(1, 2.5), "bs": BS(b"x", b"y")},
    {"pk": S("documents"), "l": L(S("a"), M(x=N(1)), L()), "m": M(deep=M(deeper=L(NULL)))},
]


def wait_for(describe):
    for _ in range(400):
        description = describe()
        status = description.get("ExportStatus") or description.get("ImportStatus")
        if status != "IN_PROGRESS":
            return description
        time.sleep(0.02)
    raise AssertionError(f"it does not end: {description}")


@unittest.skipUnless(os.environ.get("STATOR_S3_DIR"), "the server has no --s3-dir")
class TransferTestCase(SdkTestCase):
    def setUp(self):
        self.bucket = unique_name("bucket")
        self.folder = S3 / self.bucket
        self.folder.mkdir()

    def source(self, items=ITEMS):
        table = self.table("pk:S")
        table.update_continuous_backups(
            PointInTimeRecoverySpecification={"PointInTimeRecoveryEnabled": True})
        for item in items:
            table.put_item(Item=item)
        return table

    def export(self, table, **request):
        started = self.client.export_table_to_point_in_time(
            TableArn=table.describe()["TableArn"], S3Bucket=self.bucket, **request)
        arn = started["ExportDescription"]["ExportArn"]
        return wait_for(
            lambda: self.client.describe_export(ExportArn=arn)["ExportDescription"])

    def import_table(self, prefix, data_format, **request):
        name = unique_name("imported")
        schema, definitions = split_key(("pk:S",))
        started = self.client.import_table(
            S3BucketSource={"S3Bucket": self.bucket, "S3KeyPrefix": prefix},
            InputFormat=data_format,
            TableCreationParameters={"TableName": name, "KeySchema": schema,
                                     "AttributeDefinitions": definitions,
                                     "BillingMode": "PAY_PER_REQUEST"},
            **request)
        self.addCleanup(self.drop, name)
        arn = started["ImportTableDescription"]["ImportArn"]
        description = wait_for(
            lambda: self.client.describe_import(ImportArn=arn)["ImportTableDescription"])
        return name, description

    def drop(self, name):
        with contextlib.suppress(self.client.exceptions.ResourceNotFoundException):
            self.client.delete_table(TableName=name)

    def items(self, name):
        pages = self.client.get_paginator("scan").paginate(TableName=name)
        return [item for page in pages for item in page["Items"]]


class Exports(TransferTestCase):
    def test_the_layout_and_checksums_of_a_full_export(self):
        description = self.export(self.source(), S3Prefix="some/prefix")
        self.assertEqual(description["ExportStatus"], "COMPLETED", description)
        self.assertEqual(description["ItemCount"], len(ITEMS))
        export_id = description["ExportArn"].rpartition("/")[2]
        root = self.folder / "some" / "prefix" / "AWSDynamoDB" / export_id
        self.assertEqual(
            description["ExportManifest"],
            f"some/prefix/AWSDynamoDB/{export_id}/manifest-summary.json")
        self.assertEqual((root / "_started").read_bytes(), b"")
        for name in ("manifest-summary", "manifest-files"):
            digest = hashlib.md5((root / f"{name}.json").read_bytes()).digest()
            self.assertEqual((root / f"{name}.md5").read_text(), base64.b64encode(digest).decode())
        summary = json.loads((root / "manifest-summary.json").read_text())
        self.assertEqual(summary["version"], "2020-06-30")
        self.assertEqual(summary["exportArn"], description["ExportArn"])
        self.assertEqual(summary["itemCount"], len(ITEMS))
        self.assertIsNone(summary["s3SseKmsKeyId"])

        (line,) = (root / "manifest-files.json").read_text().splitlines()
        file = json.loads(line)
        data = (self.folder / file["dataFileS3Key"]).read_bytes()
        digest = hashlib.md5(data).digest()
        self.assertEqual(file["md5Checksum"], base64.b64encode(digest).decode())
        self.assertEqual(file["etag"], hashlib.md5(digest).hexdigest() + "-1")
        self.assertEqual(file["itemCount"], len(ITEMS))
        rows = [json.loads(row) for row in gzip.decompress(data).decode().splitlines()]
        self.assertEqual({row["Item"]["pk"]["S"] for row in rows},
                         {item["pk"]["S"] for item in ITEMS})

    def test_an_export_is_of_its_time(self):
        table = self.source([{"pk": S("a")}])
        before = int(time.time())
        time.sleep(before + 1.1 - time.time())
        table.put(pk=S("b"))
        self.assertEqual(self.export(table, ExportTime=before)["ItemCount"], 1)
        self.assertEqual(self.export(table)["ItemCount"], 2)

    def test_an_incremental_export(self):
        table = self.source([{"pk": S("same")}, {"pk": S("changed"), "n": N(1)},
                             {"pk": S("gone")}])
        start = int(time.time()) + 1
        time.sleep(start + 0.1 - time.time())
        table.put(pk=S("changed"), n=N(2))
        table.put(pk=S("new"))
        table.delete_item(Key={"pk": S("gone")})
        description = self.export(
            table, ExportType="INCREMENTAL_EXPORT",
            IncrementalExportSpecification={"ExportFromTime": start,
                                            "ExportViewType": "NEW_AND_OLD_IMAGES"})
        self.assertEqual(description["ExportStatus"], "COMPLETED", description)
        manifest = self.folder / description["ExportManifest"]
        summary = json.loads(manifest.read_text())
        self.assertEqual(summary["version"], "2023-08-01")
        self.assertEqual(summary["outputView"], "NEW_AND_OLD_IMAGES")
        (line,) = manifest.with_name("manifest-files.json").read_text().splitlines()
        data = gzip.decompress((self.folder / json.loads(line)["dataFileS3Key"]).read_bytes())
        rows = {row["Keys"]["pk"]["S"]: row for row in map(json.loads, data.splitlines())}
        self.assertEqual(set(rows), {"changed", "new", "gone"})
        self.assertEqual(rows["changed"]["OldImage"]["n"], N(1))
        self.assertEqual(rows["changed"]["NewImage"]["n"], N(2))
        self.assertNotIn("OldImage", rows["new"])
        self.assertNotIn("NewImage", rows["gone"])
        micros = int(rows["new"]["Metadata"]["WriteTimestampMicros"]["N"])
        self.assertGreaterEqual(micros, start * 1_000_000)

    def test_failures(self):
        table = self.table("pk:S")
        arn = table.describe()["TableArn"]
        with self.fails("PointInTimeRecoveryUnavailableException"):
            self.client.export_table_to_point_in_time(TableArn=arn, S3Bucket=self.bucket)
        with self.fails("ExportNotFoundException"):
            self.client.describe_export(ExportArn=f"{arn}/export/00000000000000-00000000")
        with self.fails("ImportNotFoundException"):
            self.client.describe_import(ImportArn=f"{arn}/import/00000000000000-00000000")


class Imports(TransferTestCase):
    def test_round_trips_lose_nothing(self):
        table = self.source()
        for data_format in ("DYNAMODB_JSON", "ION"):
            with self.subTest(data_format):
                exported = self.export(table, ExportFormat=data_format, S3Prefix=data_format)
                self.assertEqual(exported["ExportStatus"], "COMPLETED", exported)
                name, description = self.import_table(data_format, data_format,
                                                      InputCompressionType="GZIP")
                self.assertEqual(description["ImportStatus"], "COMPLETED", description)
                self.assertEqual(description["ImportedItemCount"], len(ITEMS))
                self.assert_same_items(self.items(name), table.all_items())

    def test_csv(self):
        (self.folder / "data.csv").write_text('pk,name,empty\na,"x, ""y""",\nb,plain,e\n')
        name, description = self.import_table("data.csv", "CSV")
        self.assertEqual(description["ImportStatus"], "COMPLETED", description)
        self.assert_same_items(self.items(name), [
            {"pk": S("a"), "name": S('x, "y"')},
            {"pk": S("b"), "name": S("plain"), "empty": S("e")},
        ])

    def test_errors_are_logged(self):
        (self.folder / "data.json").write_text('{"Item":{"pk":{"S":"a"}}}\nnonsense\n')
        name, description = self.import_table("data.json", "DYNAMODB_JSON")
        self.assertEqual(description["ImportStatus"], "FAILED")
        self.assertEqual(description["FailureCode"], "ItemValidationError")
        self.assertEqual(description["ErrorCount"], 1)
        self.assert_same_items(self.items(name), [{"pk": S("a")}])
        import_id = description["ImportArn"].rpartition("/")[2]
        log = S3 / "_stator" / "imports" / import_id / "errors.ndjson"
        (line,) = log.read_text().splitlines()
        error = json.loads(line)
        self.assertEqual((error["key"], error["item"], error["text"]), ("data.json", 2, "nonsense"))

    def test_listing(self):
        (self.folder / "data.json").write_text('{"Item":{"pk":{"S":"a"}}}\n')
        _, description = self.import_table("data.json", "DYNAMODB_JSON")
        arn = description["TableArn"]
        (summary,) = self.client.list_imports(TableArn=arn)["ImportSummaryList"]
        self.assertEqual(summary["ImportArn"], description["ImportArn"])


if __name__ == "__main__":
    unittest.main()
