#!/usr/bin/env bash
# The AWS CLI against the server at AWS_ENDPOINT_URL_DYNAMODB, the variable that it reads itself, as
# scripts use it. The last line is `N passed, N failed`. `AWS` names the program.
set -uo pipefail
export AWS_REGION=us-east-1 AWS_DEFAULT_REGION=us-east-1 AWS_ACCESS_KEY_ID=any
export AWS_SECRET_ACCESS_KEY=any
export AWS_PAGER= AWS_MAX_ATTEMPTS=1
aws=${AWS:-aws}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
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

# What takes files, makes pages of its own, and tries again.
for number in {1..3}; do
  printf '{"cli": [{"PutRequest": {"Item": {"pk": {"S": "batch-%s"}}}}]}' "$number" \
    >"$folder/batch.json"
  expect "batch write $number" '"UnprocessedItems": {}' dynamodb batch-write-item \
    --request-items "file://$folder/batch.json"
done
expect "batch get" '"S": "batch-2"' dynamodb batch-get-item \
  --request-items '{"cli": {"Keys": [{"pk": {"S": "batch-2"}}]}}'
expect "pages end where they are told to" '"NextToken"' dynamodb scan --table-name cli \
  --page-size 1 --max-items 2
expect "a query of values" '4' dynamodb scan --table-name cli --query 'length(Items)' --output text
expect "parallel scan" '"Count": 4' dynamodb scan --table-name cli --segment 0 --total-segments 1
expect "transaction" '' dynamodb transact-write-items --transact-items \
  '[{"Put": {"TableName": "cli", "Item": {"pk": {"S": "t"}}}}]'
expect "transactional get" '"S": "t"' dynamodb transact-get-items --transact-items \
  '[{"Get": {"TableName": "cli", "Key": {"pk": {"S": "t"}}}}]'
expect "delete item" '"S": "t"' dynamodb delete-item --table-name cli --key '{"pk": {"S": "t"}}' \
  --return-values ALL_OLD
expect "cancellation reasons" '[None, ConditionalCheckFailed]' dynamodb transact-write-items \
  --transact-items '[{"Delete": {"TableName": "cli", "Key": {"pk": {"S": "y"}}}},
                     {"ConditionCheck": {"TableName": "cli", "Key": {"pk": {"S": "z"}},
                     "ConditionExpression": "attribute_exists(pk)"}}]'
stream=$(dynamodb describe-table --table-name cli --query Table.LatestStreamArn --output text)
shards=$("$aws" dynamodbstreams describe-stream --stream-arn "$stream" --output text \
  --query 'StreamDescription.Shards[].ShardId')
records=
for shard in $shards; do
  iterator=$("$aws" dynamodbstreams get-shard-iterator --stream-arn "$stream" --shard-id "$shard" \
    --shard-iterator-type TRIM_HORIZON --query ShardIterator --output text)
  records+=$("$aws" dynamodbstreams get-records --shard-iterator "$iterator" --output json)
done
expect "records" '"eventName": "REMOVE"' echo "$records"
for fault in throttle error drop; do
  AWS_ENDPOINT_URL_DYNAMODB=$STATOR_FAULTS_ENDPOINT/$fault AWS_MAX_ATTEMPTS=2 \
    expect "second attempt after $fault" '"cli"' dynamodb list-tables
done
expect "delete" '"TableStatus": "DELETING"' dynamodb delete-table --table-name cli
expect "wait for the end" "" dynamodb wait table-not-exists --table-name cli

expect "missing" 'ResourceNotFoundException' dynamodb describe-table --table-name cli

echo "$passed passed, $failed failed"
((failed == 0))
