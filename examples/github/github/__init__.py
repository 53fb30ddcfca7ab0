"""GitHub's metadata on one DynamoDB table, with every write unit accounted for."""
