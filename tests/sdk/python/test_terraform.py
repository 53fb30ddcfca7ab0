"""The calls that the AWS provider of Terraform makes for its resources of DynamoDB: what `apply`
sends, what `plan` reads (twice, which must not differ), and what `destroy` waits for."""

import unittest

from support import SdkTestCase, make_client, provisioned, unique_name

KINESIS = "arn:aws:kinesis:us-east-1:123456789012:stream/changes"
POLICY = ('{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":'
          '{"AWS":"arn:aws:iam::123456789012:root"},'
          '"Action":"dynamodb:GetItem","Resource":"*"}]}')


class Terraform(SdkTestCase):
    def setUp(self):
        self.name = unique_name("terraform")
        # An access key may be empty in its configuration of local endpoints; any will do.
        self.client = make_client(aws_access_key_id="mock_access_key")

    def create(self, **options):
        """aws_dynamodb_table, as `apply` makes it: what CreateTable does not take, after it."""
        request = {
            "TableName": self.name,
            "AttributeDefinitions": [{"AttributeName": name, "AttributeType": "S"}
                                     for name in ("pk", "sk", "gpk")],
            "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"},
                          {"AttributeName": "sk", "KeyType": "RANGE"}],
            "LocalSecondaryIndexes": [{
                "IndexName": "local", "Projection": {"ProjectionType": "KEYS_ONLY"},
                "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"},
                              {"AttributeName": "gpk", "KeyType": "RANGE"}]}],
            "GlobalSecondaryIndexes": [{
                "IndexName": "global", "KeySchema": [{"AttributeName": "gpk", "KeyType": "HASH"}],
                "Projection": {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["a"]}}],
            "StreamSpecification": {"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"},
            "SSESpecification": {"Enabled": True},
            "TableClass": "STANDARD_INFREQUENT_ACCESS",
            "DeletionProtectionEnabled": False,
            "Tags": [{"Key": "env", "Value": "test"}],
            "BillingMode": "PAY_PER_REQUEST",
            **options,
        }
        self.arn = self.client.create_table(**request)["TableDescription"]["TableArn"]
        self.client.get_waiter("table_exists").wait(TableName=self.name)
        self.client.update_time_to_live(
            TableName=self.name,
            TimeToLiveSpecification={"AttributeName": "expires", "Enabled": True})
        self.client.update_continuous_backups(
            TableName=self.name,
            PointInTimeRecoverySpecification={"PointInTimeRecoveryEnabled": True})

    def read(self):
        """What `plan` reads of the table and of the resources that belong to it."""
        table = self.client.describe_table(TableName=self.name)["Table"]
        seen = [
            table,
            self.client.describe_continuous_backups(TableName=self.name)
            ["ContinuousBackupsDescription"]["PointInTimeRecoveryDescription"]
            ["PointInTimeRecoveryStatus"],
            self.client.describe_time_to_live(TableName=self.name)["TimeToLiveDescription"],
            self.client.list_tags_of_resource(ResourceArn=table["TableArn"])["Tags"],
            self.client.describe_contributor_insights(TableName=self.name)
            ["ContributorInsightsStatus"],
            self.client.describe_kinesis_streaming_destination(TableName=self.name)
            ["KinesisDataStreamDestinations"],
            self.client.describe_table_replica_auto_scaling(TableName=self.name)
            ["TableAutoScalingDescription"],
        ]
        for replica in table.get("Replicas", []):
            there = make_client(region_name=replica["RegionName"])
            described = there.describe_table(TableName=self.name)["Table"]
            arn = table["TableArn"].replace("us-east-1", replica["RegionName"])
            seen += [
                described,
                there.describe_continuous_backups(TableName=self.name)
                ["ContinuousBackupsDescription"]["ContinuousBackupsStatus"],
                there.list_tags_of_resource(ResourceArn=arn)["Tags"],
            ]
        return seen

    def destroy(self):
        self.client.delete_table(TableName=self.name)
        # The provider takes this text for the end of its work.
        with self.fails("ResourceNotFoundException",
                        f"Requested resource not found: Table: {self.name} not found"):
            self.client.describe_table(TableName=self.name)

    def test_apply_plan_and_destroy(self):
        self.create()
        table, recovery, ttl, tags, insights, destinations, scaling = self.read()
        self.assertEqual(table["TableClassSummary"]["TableClass"], "STANDARD_INFREQUENT_ACCESS")
        self.assertEqual(table["BillingModeSummary"]["BillingMode"], "PAY_PER_REQUEST")
        self.assertEqual(table["SSEDescription"]["Status"], "ENABLED")
        self.assertEqual((recovery, insights, destinations), ("ENABLED", "DISABLED", []))
        self.assertEqual(ttl, {"TimeToLiveStatus": "ENABLED", "AttributeName": "expires"})
        self.assertEqual(tags, [{"Key": "env", "Value": "test"}])
        self.assertEqual(scaling["TableName"], self.name)
        self.assertEqual(self.read(), self.read())
        self.destroy()

    def test_changes_one_after_the_other(self):
        self.create()
        change = self.client.update_table
        change(TableName=self.name, AttributeDefinitions=[
            {"AttributeName": "sk", "AttributeType": "S"}],
            GlobalSecondaryIndexUpdates=[{"Create": {
                "IndexName": "added", "KeySchema": [{"AttributeName": "sk", "KeyType": "HASH"}],
                "Projection": {"ProjectionType": "ALL"}}}])
        change(TableName=self.name, TableClass="STANDARD")
        change(TableName=self.name, SSESpecification={"Enabled": False})
        change(TableName=self.name, DeletionProtectionEnabled=True)
        change(TableName=self.name, DeletionProtectionEnabled=False)
        throughput = provisioned(5, 5)
        change(TableName=self.name, **throughput, GlobalSecondaryIndexUpdates=[
            {"Update": {"IndexName": name,
                        "ProvisionedThroughput": throughput["ProvisionedThroughput"]}}
            for name in ("global", "added")])
        self.client.tag_resource(ResourceArn=self.arn, Tags=[{"Key": "env", "Value": "prod"}])
        self.client.untag_resource(ResourceArn=self.arn, TagKeys=["env"])
        table, *_ = self.read()
        self.assertEqual(table["ProvisionedThroughput"]["WriteCapacityUnits"], 5)
        self.assertEqual({each["IndexName"] for each in table["GlobalSecondaryIndexes"]},
                         {"global", "added"})
        self.assertEqual(self.read(), self.read())
        self.destroy()

    def test_resources_beside_the_table(self):
        self.create()
        self.client.enable_kinesis_streaming_destination(TableName=self.name, StreamArn=KINESIS)
        self.client.update_contributor_insights(
            TableName=self.name, ContributorInsightsAction="ENABLE")
        self.client.put_resource_policy(ResourceArn=self.arn, Policy=POLICY)
        self.assertEqual(self.client.get_resource_policy(ResourceArn=self.arn)["Policy"], POLICY)
        *_, insights, destinations, _ = self.read()
        self.assertEqual(insights, "ENABLED")
        self.assertEqual(destinations[0]["DestinationStatus"], "ACTIVE")
        self.client.delete_resource_policy(ResourceArn=self.arn)
        with self.fails("PolicyNotFoundException"):
            self.client.get_resource_policy(ResourceArn=self.arn)
        self.destroy()

    def test_replicas(self):
        self.create()
        self.client.update_table(
            TableName=self.name, ReplicaUpdates=[{"Create": {"RegionName": "eu-west-1"}}])
        table = self.read()[0]
        self.assertEqual([(each["RegionName"], each["ReplicaStatus"])
                          for each in table["Replicas"]], [("eu-west-1", "ACTIVE")])
        self.assertEqual(self.read(), self.read())
        self.client.update_table(
            TableName=self.name, ReplicaUpdates=[{"Delete": {"RegionName": "eu-west-1"}}])
        self.assertNotIn("Replicas", self.read()[0])
        self.destroy()


if __name__ == "__main__":
    unittest.main()
