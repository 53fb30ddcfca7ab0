"""CreateTable requests that DynamoDB would take, and what the projections promise."""

import unittest

from github.data import DESIGNS
from github.data.lifecycle import github_table


class CreateTable(unittest.TestCase):
    def test_exactly_the_key_attributes_are_defined(self):
        for design in DESIGNS.values():
            with self.subTest(design.title):
                request = github_table("T", design)
                schemas = [index["KeySchema"] for index in request["GlobalSecondaryIndexes"]]
                used = {
                    element["AttributeName"]
                    for schema in [request["KeySchema"], *schemas]
                    for element in schema
                }
                defined = [each["AttributeName"] for each in request["AttributeDefinitions"]]
                self.assertEqual(sorted(used), defined)

    def test_hash_attributes_come_before_range_attributes(self):
        for design in DESIGNS.values():
            for index in github_table("T", design)["GlobalSecondaryIndexes"]:
                kinds = [element["KeyType"] for element in index["KeySchema"]]
                self.assertEqual(sorted(kinds), kinds)

    def test_pull_request_numbers_are_numbers_where_an_index_is_keyed_by_them(self):
        definitions = github_table("T", DESIGNS["G"])["AttributeDefinitions"]
        self.assertIn({"AttributeName": "PullRequestNumber", "AttributeType": "N"}, definitions)


class Projection(unittest.TestCase):
    def test_no_included_attribute_is_a_counter_or_a_body(self):
        changing = {"StarCount", "ForkCount", "IssuesAndPullRequestCount", "Content"}
        changing |= {"ReactionCounts", "Organizations", "PaymentPlan", "UpdatedAt"}
        for index in DESIGNS["F"].indexes:
            self.assertFalse(changing & set(index.include))

    def test_keys_only_covers_no_page_and_knows_its_keys(self):
        design = DESIGNS["E"]
        index = design.layout.pull_requests
        self.assertFalse(design.covers_pages)
        self.assertTrue(design.projects(index, "PullRequestNumber"))
        self.assertFalse(design.projects(index, "Status"))


if __name__ == "__main__":
    unittest.main()
