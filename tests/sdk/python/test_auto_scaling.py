"""Auto scaling settings of a table and its indexes."""

from support import SdkTestCase, index, provisioned

SCALING = {
    "MinimumUnits": 5,
    "MaximumUnits": 50,
    "ScalingPolicyUpdate": {
        "PolicyName": "half",
        "TargetTrackingScalingPolicyConfiguration": {"TargetValue": 50.0},
    },
}


class AutoScaling(SdkTestCase):
    def setUp(self):
        by_name, definitions = index("ByName", "name:S")
        by_name |= {"ProvisionedThroughput": {"ReadCapacityUnits": 5, "WriteCapacityUnits": 5}}
        self.tested = self.table("pk:S", gsis=[(by_name, definitions)], **provisioned(5, 5))

    def replica(self):
        description = self.tested.describe_table_replica_auto_scaling()
        return description["TableAutoScalingDescription"]["Replicas"][0]

    def test_is_described_before_it_is_set(self):
        replica = self.replica()
        self.assertEqual(replica["RegionName"], "us-east-1")
        self.assertEqual(replica["ReplicaProvisionedReadCapacityAutoScalingSettings"], {})
        self.assertEqual(replica["GlobalSecondaryIndexes"][0]["IndexName"], "ByName")

    def test_is_set_for_table_and_index(self):
        answer = self.tested.update_table_replica_auto_scaling(
            ProvisionedWriteCapacityAutoScalingUpdate=SCALING,
            ReplicaUpdates=[
                {
                    "RegionName": "us-east-1",
                    "ReplicaGlobalSecondaryIndexUpdates": [
                        {"IndexName": "ByName", "ProvisionedReadCapacityAutoScalingUpdate": SCALING}
                    ],
                }
            ],
        )["TableAutoScalingDescription"]
        self.assertEqual(answer["TableStatus"], "UPDATING")
        replica = self.replica()
        self.assertEqual(replica["ReplicaStatus"], "ACTIVE")
        write = replica["ReplicaProvisionedWriteCapacityAutoScalingSettings"]
        self.assertEqual((write["MinimumUnits"], write["MaximumUnits"]), (5, 50))
        read = replica["GlobalSecondaryIndexes"][0]["ProvisionedReadCapacityAutoScalingSettings"]
        self.assertEqual(read["ScalingPolicies"][0]["PolicyName"], "half")

    def test_faults(self):
        with self.invalid("MinimumUnits 60 is greater than MaximumUnits 50"):
            self.tested.update_table_replica_auto_scaling(
                ProvisionedWriteCapacityAutoScalingUpdate=SCALING | {"MinimumUnits": 60}
            )
        with self.fails("ResourceNotFoundException"):
            self.client.describe_table_replica_auto_scaling(TableName="absent")
