"""Entities survive the way into the table and back."""

import unittest

from github.data import DESIGNS, keys, wire
from github.data.items import from_item, to_item
from github.entities import IssueComment, Organization, Repo

REPO = Repo(
    repo_owner="Ana",
    repo_name="Widgets",
    description="",
    issues_and_pull_request_count=6,
    star_count=0,
    fork_count=2,
    created_at="2026-01-05T09:00:00Z",
    updated_at="2026-01-05T09:00:00Z",
)


class Items(unittest.TestCase):
    def test_every_design_returns_the_entity_it_was_given(self):
        for design in DESIGNS.values():
            with self.subTest(design.title):
                item = wire.unwrap(wire.wrap(to_item(REPO, design.layout)))
                self.assertEqual(REPO, from_item(item))

    def test_attributes_keep_what_was_typed(self):
        item = to_item(REPO, DESIGNS["A"].layout)
        self.assertEqual("REPO#ana#widgets", item["PK"])
        self.assertEqual("Widgets", item["RepoName"])

    def test_every_item_says_its_type(self):
        comment = IssueComment(
            repo_owner="ana", repo_name="widgets", target_number=1, comment_id="2A"
        )
        self.assertEqual("IssueComment", to_item(comment, DESIGNS["A"].layout)["Type"])
        self.assertEqual("ISSUECOMMENT#ana#widgets#0000001", keys.of(comment).pk)

    def test_what_a_row_lacks_is_unknown_rather_than_zero(self):
        row = {"Type": "Organization", "OrganizationName": "acme"}
        self.assertEqual(Organization(organization_name="acme"), from_item(row))
        self.assertIsNone(from_item(row).member_count)


if __name__ == "__main__":
    unittest.main()
