"""Kinesis streaming destinations: what they are set to. tests/wire has their faults."""

import unittest

from support import SdkTestCase

ARN = "arn:aws:kinesis:us-east-1:123456789012:stream/changes"


class KinesisDestinations(SdkTestCase):
    def destinations(self, table):
        answer = table.describe_kinesis_streaming_destination()
        return answer["KinesisDataStreamDestinations"]

    def test_a_destination_comes_and_goes(self):
        table = self.table("pk:S")
        self.assertEqual(self.destinations(table), [])
        answer = table.enable_kinesis_streaming_destination(StreamArn=ARN)
        self.assertEqual(answer["DestinationStatus"], "ENABLING")
        self.assertEqual(
            self.destinations(table), [{"StreamArn": ARN, "DestinationStatus": "ACTIVE"}]
        )
        precision = {"ApproximateCreationDateTimePrecision": "MICROSECOND"}
        answer = table.update_kinesis_streaming_destination(
            StreamArn=ARN, UpdateKinesisStreamingConfiguration=precision
        )
        self.assertEqual(answer["DestinationStatus"], "UPDATING")
        self.assertEqual(answer["UpdateKinesisStreamingConfiguration"], precision)
        answer = table.disable_kinesis_streaming_destination(StreamArn=ARN)
        self.assertEqual(answer["DestinationStatus"], "DISABLING")
        self.assertEqual(
            self.destinations(table),
            [{"StreamArn": ARN, "DestinationStatus": "DISABLED", **precision}],
        )

    def test_faults(self):
        table = self.table("pk:S")
        with self.fails("ValidationException"):
            table.disable_kinesis_streaming_destination(StreamArn=ARN)
        with self.fails("ValidationException"):
            table.update_kinesis_streaming_destination(StreamArn=ARN)
        with self.fails("ResourceNotFoundException"):
            self.client.enable_kinesis_streaming_destination(TableName="nobody", StreamArn=ARN)


if __name__ == "__main__":
    unittest.main()
