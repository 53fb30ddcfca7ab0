"""Policies of tables and streams."""

import json

from support import PVI, SdkTestCase

NOT_FOUND = "Resource-based policy not found for the provided ResourceArn: "


def policy(arn, action="dynamodb:GetItem"):
    statement = {"Effect": "Allow", "Principal": {"AWS": "arn:aws:iam::123456789012:root"},
                 "Action": action, "Resource": arn}
    document = {"Version": "2012-10-17", "Statement": [statement]}
    return json.dumps(document, separators=(",", ":"))  # as the service repeats it


class ResourcePolicies(SdkTestCase):
    def setUp(self):
        stream = {"StreamEnabled": True, "StreamViewType": "KEYS_ONLY"}
        self.description = self.table("pk:S", StreamSpecification=stream).describe()
        self.arn = self.description["TableArn"]

    def put(self, document, **options):
        return self.client.put_resource_policy(
            ResourceArn=self.arn, Policy=document, **options
        )["RevisionId"]

    def test_has_a_revision_that_changes_with_the_document(self):
        first = self.put(policy(self.arn), ExpectedRevisionId="NO_POLICY")
        self.assertEqual(self.put(policy(self.arn)), first)
        second = self.put(policy(self.arn, "dynamodb:*"), ExpectedRevisionId=first)
        self.assertNotEqual(second, first)
        got = self.client.get_resource_policy(ResourceArn=self.arn)
        self.assertEqual((got["Policy"], got["RevisionId"]),
                         (policy(self.arn, "dynamodb:*"), second))
        with self.fails("PolicyNotFoundException"):
            self.put(policy(self.arn), ExpectedRevisionId=first)

    def test_is_deleted(self):
        revision = self.put(policy(self.arn), ConfirmRemoveSelfResourceAccess=True)
        deleted = self.client.delete_resource_policy(ResourceArn=self.arn)
        self.assertEqual(deleted["RevisionId"], revision)
        again = self.client.delete_resource_policy(ResourceArn=self.arn)
        self.assertNotIn("RevisionId", again)
        with self.fails("PolicyNotFoundException", NOT_FOUND + self.arn):
            self.client.get_resource_policy(ResourceArn=self.arn)

    def test_of_a_stream_is_its_own(self):
        self.put(policy(self.arn))
        stream = self.description["LatestStreamArn"]
        with self.fails("PolicyNotFoundException", NOT_FOUND + stream):
            self.client.get_resource_policy(ResourceArn=stream)
        self.client.put_resource_policy(ResourceArn=stream, Policy=policy(stream))
        got = self.client.get_resource_policy(ResourceArn=stream)
        self.assertEqual(got["Policy"], policy(stream))

    def test_must_be_a_policy(self):
        with self.invalid(PVI + "Invalid policy document: This policy contains invalid Json"):
            self.put("{")

    def test_comes_with_the_table(self):
        document = policy("*")
        arn = self.table("pk:S", ResourcePolicy=document).describe()["TableArn"]
        self.assertEqual(self.client.get_resource_policy(ResourceArn=arn)["Policy"], document)
