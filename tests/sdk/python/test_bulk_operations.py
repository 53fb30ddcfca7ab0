"""Bulk operations: items from S3 into a table that is there."""

import json
import os
import pathlib
import time

from support import N, S, SdkTestCase, unique_name


class BulkOperations(SdkTestCase):
    def setUp(self):
        root = pathlib.Path(os.environ["STATOR_S3_DIR"])
        self.input = unique_name("in")
        self.output = unique_name("out")
        for bucket in (self.input, self.output):
            (root / bucket).mkdir()
        self.objects = root
        self.tested = self.table("pk:S")

    def put_object(self, key, records):
        text = "".join(json.dumps(record) + "\n" for record in records)
        (self.objects / self.input / key).write_text(text)

    def start(self, **options):
        return self.tested.start_bulk_put_items(
            InputS3Configuration={"S3Bucket": self.input, "InputFormat": "DYNAMODB_JSON"},
            OutputS3Configuration={"S3Bucket": self.output, "OutputType": ["ERROR"]},
            **options,
        )["BulkOperationDescription"]

    def finished(self, arn):
        for _ in range(200):
            job = self.client.describe_bulk_operation(BulkOperationArn=arn)
            job = job["BulkOperationDescription"]
            if job["BulkOperationStatus"] not in ("IN_PROGRESS", "CANCELLING"):
                return job
            time.sleep(0.05)
        raise AssertionError(f"the bulk operation did not end: {job}")

    def test_puts_items(self):
        self.put_object("1.json", [{"Item": {"pk": S(str(i)), "n": N(i)}} for i in range(40)])
        started = self.start(PerformanceTier="ACCELERATED")
        self.assertEqual(started["BulkOperationStatus"], "IN_PROGRESS")
        job = self.finished(started["BulkOperationArn"])
        self.assertEqual(job["BulkOperationStatus"], "COMPLETED")
        self.assertEqual((job["ProcessedItemCount"], job["FailedItemCount"]), (40, 0))
        self.assertEqual(len(self.tested.all_items()), 40)
        listed = self.client.list_bulk_operations(MaxResults=25)["BulkOperationsSummaryList"]
        self.assertIn(started["BulkOperationArn"], [each["BulkOperationArn"] for each in listed])

    def test_tells_errors(self):
        self.put_object("1.json", [{"Item": {"pk": N(1)}}, {"Item": {"pk": S("a")}}])
        job = self.finished(self.start()["BulkOperationArn"])
        self.assertEqual(job["BulkOperationStatus"], "COMPLETED_WITH_ERRORS")
        self.assertEqual(job["FailedItemCount"], 1)
        (told,) = (self.objects / self.output).rglob("*.json")
        self.assertEqual(json.loads(told.read_text())["Record"], 1)

    def test_of_a_table_that_is_not_there(self):
        with self.fails("ResourceNotFoundException"):
            self.start(TableName=unique_name())

    def test_that_is_not_there(self):
        arn = "arn:aws:dynamodb:us-east-1:000000000000:bulk-operation/01790000000123-00000000"
        with self.fails("ResourceNotFoundException"):
            self.client.describe_bulk_operation(BulkOperationArn=arn)
        with self.fails("ResourceNotFoundException"):
            self.client.cancel_bulk_operation(BulkOperationArn=arn)
