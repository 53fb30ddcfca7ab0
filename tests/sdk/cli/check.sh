#!/usr/bin/env bash
# The AWS CLI against the server at STATOR_ENDPOINT, as scripts use it. The last line is
# `N passed, N failed`. `AWS` names the program.
set -uo pipefail
export AWS_ENDPOINT_URL_DYNAMODB=$STATOR_ENDPOINT AWS_ENDPOINT_URL_DYNAMODB_STREAMS=$STATOR_ENDPOINT
export AWS_REGION=us-east-1 AWS_DEFAULT_REGION=us-east-1 AWS_ACCESS_KEY_ID=any
export AWS_SECRET_ACCESS_KEY=any
export AWS_PAGER= AWS_MAX_ATTEMPTS=1
aws=${AWS:-aws}
passed=0
failed=0

# expect TITLE EXPECTED COMMAND...: runs the command; its output must contain the text.
expect() {
  local title=$1 wanted=$2 output
  shift 2
  output=$("$@" 2>&1)
  if [[ $output == *"$wanted"* ]]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    printf 'FAIL %s\n  wanted %s\n  got %s\n' "$title" "$wanted" "$output"
  fi
}

dynamodb() { "$aws" dynamodb "$@"; }
key='{"pk": {"S": "a"}}'

expect "create" '"TableStatus": "CREATING"' dynamodb create-table --table-name cli \
  --attribute-definitions AttributeName=pk,AttributeType=S \
  --key-schema AttributeName=pk,KeyType=HASH --billing-mode PAY_PER_REQUEST \
  --stream-specification StreamEnabled=true,StreamViewType=NEW_IMAGE
expect "wait" "" dynamodb wait table-exists --table-name cli
expect "list" '"cli"' dynamodb list-tables
expect "put" '"CapacityUnits": 1.0' dynamodb put-item --table-name cli \
  --item '{"pk": {"S": "a"}, "n": {"N": "1"}}' --return-consumed-capacity TOTAL
expect "update" '"N": "3"' dynamodb update-item --table-name cli --key "$key" \
  --update-expression 'ADD n :two' --expression-attribute-values '{":two": {"N": "2"}}' \
  --return-values ALL_NEW
expect "get" '"N": "3"' dynamodb get-item --table-name cli --key "$key"
expect "query" '"Count": 1' dynamodb query --table-name cli --key-condition-expression 'pk = :p' \
  --expression-attribute-values '{":p": {"S": "a"}}'
expect "scan by pages" '"Count": 1' dynamodb scan --table-name cli --page-size 1
expect "statement" '"S": "a"' dynamodb execute-statement \
  --statement 'SELECT pk FROM "cli" WHERE pk = '"'a'"
expect "condition" 'ConditionalCheckFailedException' dynamodb put-item --table-name cli \
  --item "$key" --condition-expression 'attribute_not_exists(pk)'
expect "transaction" 'TransactionCanceledException' dynamodb transact-write-items \
  --transact-items '[{"ConditionCheck": {"TableName": "cli", "Key": {"pk": {"S": "b"}},
                     "ConditionExpression": "attribute_exists(pk)"}}]'
expect "streams" '"TableName": "cli"' "$aws" dynamodbstreams list-streams --table-name cli
expect "time to live" '"TimeToLiveStatus": "DISABLED"' dynamodb describe-time-to-live \
  --table-name cli
expect "backups" '"PointInTimeRecoveryStatus": "DISABLED"' dynamodb describe-continuous-backups \
  --table-name cli
expect "limits" '"AccountMaxReadCapacityUnits"' dynamodb describe-limits
expect "delete" '"TableStatus": "DELETING"' dynamodb delete-table --table-name cli
expect "wait for the end" "" dynamodb wait table-not-exists --table-name cli
expect "missing" 'ResourceNotFoundException' dynamodb describe-table --table-name cli

echo "$passed passed, $failed failed"
((failed == 0))
