"""Tags of tables."""

from support import SdkTestCase


def tags(**values):
    return [{"Key": key, "Value": value} for key, value in values.items()]


class Tags(SdkTestCase):
    def setUp(self):
        self.arn = self.table("pk:S", Tags=tags(team="data")).describe()["TableArn"]

    def listed(self):
        pages = self.client.get_paginator("list_tags_of_resource").paginate(ResourceArn=self.arn)
        return {tag["Key"]: tag["Value"] for page in pages for tag in page["Tags"]}

    def test_are_added_replaced_and_taken_off(self):
        self.client.tag_resource(ResourceArn=self.arn, Tags=tags(team="web", stage="test"))
        self.assertEqual(self.listed(), {"team": "web", "stage": "test"})
        self.client.untag_resource(ResourceArn=self.arn, TagKeys=["team", "absent"])
        self.assertEqual(self.listed(), {"stage": "test"})

    def test_are_all_listed_at_once(self):
        many = {f"key-{number:02}": str(number) for number in range(49)}
        self.client.tag_resource(ResourceArn=self.arn, Tags=tags(**many))
        first = self.client.list_tags_of_resource(ResourceArn=self.arn)
        self.assertEqual(len(first["Tags"]), 50)
        self.assertEqual(self.listed(), many | {"team": "data"})
        with self.invalid("Number of Tags exceed the current limit for the provided ResourceArn"):
            self.client.tag_resource(ResourceArn=self.arn, Tags=tags(one="more"))

    def test_of_a_table_that_is_not_there(self):
        arn = self.arn + "x"
        with self.fails(
            "ResourceNotFoundException",
            f"Requested resource not found: ResourceArn: {arn} not found",
        ):
            self.client.list_tags_of_resource(ResourceArn=arn)

    def test_of_another_account_are_out_of_reach(self):
        arn = "arn:aws:dynamodb:us-east-1:210987654321:table/any"
        with self.fails("AccessDeniedException"):
            self.client.tag_resource(ResourceArn=arn, Tags=tags(team="web"))
