"""Backups, restores and point-in-time recovery."""

import contextlib
import time
import unittest

from support import N, S, SdkTestCase, index, unique_name


class BackupTestCase(SdkTestCase):
    def restored(self, restore, **request):
        """The table that a restore makes, dropped at the end of the test."""
        name = unique_name("restored")
        description = restore(TargetTableName=name, **request)["TableDescription"]
        self.addCleanup(self.drop, name)
        self.client.get_waiter("table_exists").wait(TableName=name)
        return name, description

    def drop(self, name):
        with contextlib.suppress(self.client.exceptions.ResourceNotFoundException):
            self.client.delete_table(TableName=name)

    def items(self, name):
        pages = self.client.get_paginator("scan").paginate(TableName=name)
        return [item for page in pages for item in page["Items"]]


class Backups(BackupTestCase):
    def test_a_backup_outlives_changes_and_its_table(self):
        table = self.table("pk:S", gsis=[index("by-a", "a:S")])
        for number in range(50):
            table.put(pk=S(f"k{number}"), a=S("a"), n=N(number))
        expected = table.all_items()
        backup = self.client.create_backup(TableName=table.name, BackupName="nightly")
        details = backup["BackupDetails"]
        self.assertEqual(details["BackupStatus"], "CREATING")
        table.put(pk=S("k1"), a=S("b"))
        table.delete_table()

        description = self.client.describe_backup(BackupArn=details["BackupArn"])
        self.assertEqual(description["BackupDescription"]["BackupDetails"]["BackupStatus"],
                         "AVAILABLE")
        name, description = self.restored(self.client.restore_table_from_backup,
                                          BackupArn=details["BackupArn"])
        self.assertEqual(description["RestoreSummary"]["SourceBackupArn"], details["BackupArn"])
        self.assert_same_items(self.items(name), expected)
        found = self.client.query(TableName=name, IndexName="by-a",
                                  KeyConditionExpression="a = :a",
                                  ExpressionAttributeValues={":a": S("a")})
        self.assertEqual(found["Count"], 50)

        self.client.delete_backup(BackupArn=details["BackupArn"])
        with self.fails("BackupNotFoundException", f"Backup not found: {details['BackupArn']}"):
            self.client.describe_backup(BackupArn=details["BackupArn"])
        self.assertEqual(len(self.items(name)), 50)

    def test_listing(self):
        table = self.table("pk:S")
        arns = []
        for number in range(5):
            backup = self.client.create_backup(TableName=table.name, BackupName=f"b-{number}")
            arns.append(backup["BackupDetails"]["BackupArn"])
        pages = self.client.get_paginator("list_backups").paginate(
            TableName=table.name, PaginationConfig={"PageSize": 2})
        listed = [each["BackupArn"] for page in pages for each in page["BackupSummaries"]]
        self.assertEqual(sorted(listed), sorted(arns))

    def test_failures(self):
        with self.fails("TableNotFoundException", "Table not found: absent"):
            self.client.create_backup(TableName="absent", BackupName="backup")
        table = self.table("pk:S")
        arn = self.client.create_backup(TableName=table.name,
                                        BackupName="backup")["BackupDetails"]["BackupArn"]
        with self.fails("TableAlreadyExistsException", f"Table already exists: {table.name}"):
            self.client.restore_table_from_backup(TargetTableName=table.name, BackupArn=arn)


class PointInTimeRecovery(BackupTestCase):
    def enable(self, table):
        return table.update_continuous_backups(
            PointInTimeRecoverySpecification={"PointInTimeRecoveryEnabled": True})

    def test_five_seconds(self):
        table = self.table("pk:S")
        self.enable(table)
        copies = {}
        for number in range(5):
            # A new second of the server's, which all that follows fits into.
            start = int(time.time()) + 1
            time.sleep(start + 0.1 - time.time())
            table.put(pk=S("counter"), n=N(number))
            table.put(pk=S(f"k{number}"))
            if number > 2:
                table.delete_item(Key={"pk": S("k0")})
            copies[start] = table.all_items()
        for second, expected in copies.items():
            name, description = self.restored(self.client.restore_table_to_point_in_time,
                                              SourceTableName=table.name, RestoreDateTime=second)
            self.assertEqual(description["TableStatus"], "CREATING")
            self.assert_same_items(self.items(name), expected)

    def test_descriptions(self):
        table = self.table("pk:S")
        before = table.describe_continuous_backups()["ContinuousBackupsDescription"]
        self.assertEqual(before["ContinuousBackupsStatus"], "ENABLED")
        self.assertEqual(before["PointInTimeRecoveryDescription"],
                         {"PointInTimeRecoveryStatus": "DISABLED"})
        after = self.enable(table)["ContinuousBackupsDescription"]
        recovery = after["PointInTimeRecoveryDescription"]
        self.assertEqual(recovery["PointInTimeRecoveryStatus"], "ENABLED")
        self.assertEqual(recovery["RecoveryPeriodInDays"], 35)
        self.assertLessEqual(recovery["EarliestRestorableDateTime"],
                             recovery["LatestRestorableDateTime"])

    def test_failures(self):
        table = self.table("pk:S")
        with self.fails("PointInTimeRecoveryUnavailableException",
                        f"Point in time recovery is not enabled for table '{table.name}'"):
            self.client.restore_table_to_point_in_time(
                SourceTableName=table.name, TargetTableName=unique_name(),
                UseLatestRestorableTime=True)
        self.enable(table)
        with self.fails("InvalidRestoreTimeException"):
            self.client.restore_table_to_point_in_time(
                SourceTableName=table.name, TargetTableName=unique_name(), RestoreDateTime=1)
        with self.fails("TableNotFoundException", "Table not found: absent"):
            self.client.describe_continuous_backups(TableName="absent")

    def test_a_deleted_table_leaves_a_system_backup(self):
        table = self.table("pk:S")
        self.enable(table)
        table.put(pk=S("a"))
        table.delete_table()
        backups = self.client.list_backups(TableName=table.name, BackupType="SYSTEM")
        (backup,) = backups["BackupSummaries"]
        self.assertEqual(backup["BackupName"], f"{table.name}$DeletedTableBackup")
        name, _ = self.restored(self.client.restore_table_from_backup,
                                BackupArn=backup["BackupArn"])
        self.assert_same_items(self.items(name), [{"pk": S("a")}])


if __name__ == "__main__":
    unittest.main()
