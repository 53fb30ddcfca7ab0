"""Global tables, on a server whose regions share their tables: replicas are shown, and every region
finds the table. How items travel between regions that have tables of their own is shown by
tests/wire and tests/unit."""

import contextlib
import unittest

from support import N, S, SdkTestCase, make_client, unique_name

STREAM = {"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"}


class Replicas(SdkTestCase):
    def setUp(self):
        self.europe = make_client(region_name="eu-west-1")

    def change_replica(self, table, action, region="eu-west-1", **members):
        updates = [{action: {"RegionName": region, **members}}]
        return table.update_table(ReplicaUpdates=updates)["TableDescription"]

    def test_from_creation_to_deletion(self):
        table = self.table("pk:S")
        table.put(pk=S("a"), n=N(1))
        creating = self.change_replica(table, "Create", TableClassOverride="STANDARD")
        (replica,) = creating["Replicas"]
        self.assertEqual(replica["RegionName"], "eu-west-1")
        self.assertEqual(replica["ReplicaStatus"], "CREATING")
        described = table.wait_until_active()
        self.assertEqual(described["GlobalTableVersion"], "2019.11.21")
        self.assertEqual(described["Replicas"][0]["ReplicaStatus"], "ACTIVE")
        self.assertEqual(described["StreamSpecification"], STREAM)
        there = self.europe.describe_table(TableName=table.name)["Table"]
        self.assertEqual([each["RegionName"] for each in there["Replicas"]], ["us-east-1"])
        found = self.europe.get_item(TableName=table.name, Key={"pk": S("a")})["Item"]
        self.assert_same_item(found, {"pk": S("a"), "n": N(1)})

        with self.invalid(
            "Replica cannot be deleted because it has acted as a source region for new replica(s) "
            "being added to the table in the last 24 hours."
        ):
            table.delete_table()
        deleting = self.change_replica(table, "Delete")
        self.assertEqual(deleting["Replicas"][0]["ReplicaStatus"], "DELETING")
        self.assertNotIn("Replicas", table.wait_until_active())

    def test_refusals(self):
        table = self.table("pk:S")
        with self.invalid("Cannot add or delete the local region through ReplicaUpdates."):
            self.change_replica(table, "Create", "us-east-1")
        with self.invalid(
            "Update global table operation failed because one or more replicas were not part of "
            "the global table. Please retry the request without these replicas: [eu-west-1]."
        ):
            self.change_replica(table, "Delete")
        self.change_replica(table, "Create")
        try:
            with self.invalid(
                "One or more parameter values were invalid: Disabling Stream is not allowed for a "
                "Global Table replica."
            ):
                table.update_table(StreamSpecification={"StreamEnabled": False})
        finally:
            self.change_replica(table, "Delete")


class LegacyGlobalTables(SdkTestCase):
    REGIONS = [{"RegionName": "us-east-1"}, {"RegionName": "eu-west-1"}]

    def global_table(self):
        table = self.table("pk:S", StreamSpecification=STREAM)
        self.client.create_global_table(GlobalTableName=table.name, ReplicationGroup=self.REGIONS)
        self.addCleanup(self.dissolve, table.name)
        return table

    def dissolve(self, name):
        with contextlib.suppress(self.client.exceptions.GlobalTableNotFoundException):
            described = self.client.describe_global_table(GlobalTableName=name)
            group = described["GlobalTableDescription"]["ReplicationGroup"]
            updates = [{"Delete": {"RegionName": each["RegionName"]}} for each in group]
            self.client.update_global_table(GlobalTableName=name, ReplicaUpdates=updates)

    def test_described_and_listed(self):
        table = self.global_table()
        described = self.client.describe_global_table(GlobalTableName=table.name)
        description = described["GlobalTableDescription"]
        self.assertEqual(description["GlobalTableStatus"], "ACTIVE")
        regions = [each["RegionName"] for each in description["ReplicationGroup"]]
        self.assertEqual(regions, ["us-east-1", "eu-west-1"])
        listed = self.client.list_global_tables(RegionName="eu-west-1")["GlobalTables"]
        self.assertIn({"GlobalTableName": table.name, "ReplicationGroup": self.REGIONS}, listed)

    def test_updated(self):
        table = self.global_table()
        with self.fails("ReplicaAlreadyExistsException"):
            self.client.update_global_table(
                GlobalTableName=table.name, ReplicaUpdates=[{"Create": self.REGIONS[1]}]
            )
        updated = self.client.update_global_table(
            GlobalTableName=table.name, ReplicaUpdates=[{"Delete": self.REGIONS[1]}]
        )
        group = updated["GlobalTableDescription"]["ReplicationGroup"]
        self.assertEqual([each["RegionName"] for each in group], ["us-east-1"])
        with self.fails("ReplicaNotFoundException"):
            self.client.update_global_table(
                GlobalTableName=table.name, ReplicaUpdates=[{"Delete": self.REGIONS[1]}]
            )

    def test_settings(self):
        table = self.global_table()
        updated = self.client.update_global_table_settings(
            GlobalTableName=table.name, GlobalTableBillingMode="PAY_PER_REQUEST"
        )
        described = self.client.describe_global_table_settings(GlobalTableName=table.name)
        self.assertEqual(updated["ReplicaSettings"], described["ReplicaSettings"])
        for replica in described["ReplicaSettings"]:
            mode = replica["ReplicaBillingModeSummary"]["BillingMode"]
            self.assertEqual(mode, "PAY_PER_REQUEST")

    def test_refusals(self):
        name = unique_name("missing")
        with self.fails("TableNotFoundException"):
            self.client.create_global_table(GlobalTableName=name, ReplicationGroup=self.REGIONS)
        with self.fails(
            "GlobalTableNotFoundException", f"Global table with name: '{name}' does not exist."
        ):
            self.client.describe_global_table(GlobalTableName=name)
        table = self.global_table()
        with self.fails("GlobalTableAlreadyExistsException"):
            self.client.create_global_table(
                GlobalTableName=table.name, ReplicationGroup=self.REGIONS
            )


if __name__ == "__main__":
    unittest.main()
