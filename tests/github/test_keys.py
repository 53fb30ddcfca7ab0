"""The order of rows inside each collection: what the list patterns rest on."""

import unittest

from github.data import keys
from github.entities import PullRequest, Repo, User

AT = "2026-01-05T09:00:00Z"

ORIGINAL = Repo(repo_owner="Ana", repo_name="Widgets", updated_at=AT)
FORK = Repo(repo_owner="bo", repo_name="Widgets", updated_at=AT, fork_owner="Ana")
PULL_REQUEST = PullRequest(repo_owner="Ana", repo_name="Widgets", pull_request_number=3)


class Order(unittest.TestCase):
    def test_issues_sort_below_their_repo_and_stars_above(self):
        issue = keys.issue("ana", "widgets", 9_999_999).sk
        repo = keys.repo("ana", "widgets").sk
        star = keys.star("ana", "widgets", "aaa").sk
        self.assertTrue(issue < repo < star)

    def test_numbers_sort_as_numbers(self):
        self.assertLess(keys.issue("a", "b", 9).sk, keys.issue("a", "b", 10).sk)

    def test_members_sort_above_their_organization(self):
        self.assertLess(keys.account("acme").sk, keys.membership("acme", "aaa").sk)

    def test_pull_requests_sort_below_their_repo(self):
        repo, pull_request = keys.overloaded(ORIGINAL), keys.overloaded(PULL_REQUEST)
        self.assertEqual(repo["GSI1PK"], pull_request["GSI1PK"])
        self.assertLess(pull_request["GSI1SK"], repo["GSI1SK"])

    def test_the_original_sorts_below_its_forks(self):
        original, fork = keys.overloaded(ORIGINAL), keys.overloaded(FORK)
        self.assertEqual(original["GSI2PK"], fork["GSI2PK"])
        self.assertLess(original["GSI2SK"], fork["GSI2SK"])

    def test_repos_sort_below_their_account(self):
        user, repo = keys.overloaded(User(username="ana")), keys.overloaded(ORIGINAL)
        self.assertEqual(user["GSI3PK"], repo["GSI3PK"])
        self.assertLess(repo["GSI3SK"], user["GSI3SK"])


class Membership(unittest.TestCase):
    def test_a_fork_is_listed_under_its_forker(self):
        self.assertEqual("ACCOUNT#bo", keys.overloaded(FORK)["GSI3PK"])
        self.assertEqual("bo", keys.dedicated(FORK)["AccountName"])

    def test_only_forks_say_where_they_come_from(self):
        self.assertEqual("ana/widgets", keys.dedicated(FORK)["ForkedFrom"])
        self.assertNotIn("ForkedFrom", keys.dedicated(ORIGINAL))

    def test_a_pull_request_needs_no_synthetic_key_where_keys_have_several_attributes(self):
        self.assertEqual({}, keys.multi_attribute(PULL_REQUEST))


class Spelling(unittest.TestCase):
    def test_names_are_one_whatever_their_case(self):
        self.assertEqual(keys.repo("ana", "widgets"), keys.repo("Ana", "Widgets"))
        self.assertEqual(keys.account("acme"), keys.account("ACME"))

    def test_comment_identifiers_keep_their_case(self):
        self.assertTrue(keys.issue_comment("a", "b", 1, "2aB").sk.endswith("#2aB"))


if __name__ == "__main__":
    unittest.main()
