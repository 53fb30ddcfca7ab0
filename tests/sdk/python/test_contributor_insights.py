"""Contributor insights: which keys are asked for most."""

import json
import urllib.request

from support import ENDPOINT, S, SdkTestCase, index


def report(table):
    """What the server has counted of a table, by index name; "" is the table itself."""
    with urllib.request.urlopen(f"{ENDPOINT}/_stator/insights") as answer:
        entries = json.load(answer)["Entries"]
    return {
        entry.get("IndexName", ""): entry for entry in entries if entry["TableName"] == table.name
    }


class ContributorInsights(SdkTestCase):
    def test_count_the_keys_that_are_asked_for(self):
        table = self.table("pk:S", "sk:S")
        enabled = table.update_contributor_insights(ContributorInsightsAction="ENABLE")
        self.assertEqual(enabled["ContributorInsightsStatus"], "ENABLING")
        for number in range(3):
            table.put(pk=S("hot"), sk=S(str(number)))
        table.get(pk=S("hot"), sk=S("1"))
        table.get(pk=S("cold"), sk=S("1"))
        counted = report(table)[""]
        self.assertEqual(
            [(each["Key"]["pk"]["S"], each["Count"])
             for each in counted["MostAccessedPartitionKeys"]],
            [("hot", 4), ("cold", 1)],
        )
        self.assertEqual(counted["MostAccessedKeys"][0]["Key"], {"pk": S("hot"), "sk": S("1")})
        table.update_contributor_insights(ContributorInsightsAction="DISABLE")
        self.assertEqual(report(table), {})

    def test_are_described_and_listed(self):
        table = self.table("pk:S", gsis=[index("ByName", "name:S")])
        table.update_contributor_insights(ContributorInsightsAction="ENABLE", IndexName="ByName")
        described = table.describe_contributor_insights(IndexName="ByName")
        self.assertEqual(described["ContributorInsightsStatus"], "ENABLED")
        self.assertEqual(len(described["ContributorInsightsRuleList"]), 2)
        self.assertEqual(
            table.describe_contributor_insights()["ContributorInsightsStatus"], "DISABLED"
        )
        listed = table.list_contributor_insights()["ContributorInsightsSummaries"]
        self.assertEqual([each["IndexName"] for each in listed], ["ByName"])

    def test_of_an_index_that_is_not_there(self):
        table = self.table("pk:S")
        with self.fails(
            "ResourceNotFoundException",
            f"Requested resource not found: Index: Absent not found for table: {table.name}",
        ):
            table.describe_contributor_insights(IndexName="Absent")
