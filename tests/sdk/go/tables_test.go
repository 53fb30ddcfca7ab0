package stator

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go"
)

func describe(t *testing.T, client *dynamodb.Client, table string) *types.TableDescription {
	t.Helper()
	got, err := client.DescribeTable(ctx, &dynamodb.DescribeTableInput{TableName: &table})
	if err != nil {
		t.Fatal(err)
	}
	return got.Table
}

func TestTablesAreListedPageByPage(t *testing.T) {
	client := newClient(t)
	made := []string{makeTable(t, client), makeTable(t, client), makeTable(t, client)}
	var listed []string
	pages := dynamodb.NewListTablesPaginator(client, &dynamodb.ListTablesInput{Limit: aws.Int32(1)})
	for pages.HasMorePages() {
		page, err := pages.NextPage(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if len(page.TableNames) > 1 {
			t.Errorf("%d names on a page", len(page.TableNames))
		}
		listed = append(listed, page.TableNames...)
	}
	for _, name := range made {
		if !slices.Contains(listed, name) {
			t.Errorf("%s is not in %v", name, listed)
		}
	}
}

func TestATableThatExistsIsInUse(t *testing.T) {
	client := newClient(t)
	table := makeTable(t, client)
	_, err := client.CreateTable(ctx, tableInput(table))
	var inUse *types.ResourceInUseException
	if !errors.As(err, &inUse) {
		t.Fatalf("got %v", err)
	}
}

func TestAnIndexIsAddedAndTakenAway(t *testing.T) {
	client := newClient(t)
	table := makeTable(t, client)
	fill(t, client, table, 3)
	change := func(update types.GlobalSecondaryIndexUpdate) {
		t.Helper()
		if _, err := client.UpdateTable(ctx, &dynamodb.UpdateTableInput{TableName: &table,
			AttributeDefinitions: []types.AttributeDefinition{
				{AttributeName: aws.String("sk"), AttributeType: types.ScalarAttributeTypeS}},
			GlobalSecondaryIndexUpdates: []types.GlobalSecondaryIndexUpdate{update}}); err != nil {
			t.Fatal(err)
		}
		for range 200 {
			if describe(t, client, table).TableStatus == types.TableStatusActive {
				return
			}
			time.Sleep(50 * time.Millisecond)
		}
		t.Fatal("the table does not become active")
	}
	change(types.GlobalSecondaryIndexUpdate{Create: &types.CreateGlobalSecondaryIndexAction{
		IndexName:  aws.String("by-sk"),
		KeySchema:  []types.KeySchemaElement{{AttributeName: aws.String("sk"), KeyType: types.KeyTypeHash}},
		Projection: &types.Projection{ProjectionType: types.ProjectionTypeKeysOnly}}})
	found, err := client.Query(ctx, &dynamodb.QueryInput{TableName: &table, IndexName: aws.String("by-sk"),
		KeyConditionExpression:    aws.String("sk = :s"),
		ExpressionAttributeValues: map[string]types.AttributeValue{":s": str("001")}})
	if err != nil || found.Count != 1 {
		t.Fatalf("%v, %v", found, err)
	}
	change(types.GlobalSecondaryIndexUpdate{
		Delete: &types.DeleteGlobalSecondaryIndexAction{IndexName: aws.String("by-sk")}})
	if indexes := describe(t, client, table).GlobalSecondaryIndexes; len(indexes) != 1 {
		t.Errorf("indexes %v", indexes)
	}
}

func TestTagsAndRecovery(t *testing.T) {
	client := newClient(t)
	table := makeTable(t, client)
	arn := describe(t, client, table).TableArn
	if _, err := client.TagResource(ctx, &dynamodb.TagResourceInput{ResourceArn: arn,
		Tags: []types.Tag{{Key: aws.String("k"), Value: aws.String("v")}}}); err != nil {
		t.Fatal(err)
	}
	tags, err := client.ListTagsOfResource(ctx, &dynamodb.ListTagsOfResourceInput{ResourceArn: arn})
	if err != nil || len(tags.Tags) != 1 || *tags.Tags[0].Value != "v" {
		t.Fatalf("%v, %v", tags, err)
	}
	recovery, err := client.UpdateContinuousBackups(ctx, &dynamodb.UpdateContinuousBackupsInput{TableName: &table,
		PointInTimeRecoverySpecification: &types.PointInTimeRecoverySpecification{
			PointInTimeRecoveryEnabled: aws.Bool(true)}})
	if err != nil {
		t.Fatal(err)
	}
	status := recovery.ContinuousBackupsDescription.PointInTimeRecoveryDescription.PointInTimeRecoveryStatus
	if status != types.PointInTimeRecoveryStatusEnabled {
		t.Errorf("status %v", status)
	}
}

func TestFaultyRequestsHaveTheirCodeAndText(t *testing.T) {
	client := newClient(t)
	table := makeTable(t, client)
	_, err := client.GetItem(ctx, &dynamodb.GetItemInput{TableName: &table,
		Key: map[string]types.AttributeValue{"pk": str("a")}})
	var failure smithy.APIError
	if !errors.As(err, &failure) {
		t.Fatalf("got %v", err)
	}
	if failure.ErrorCode() != "ValidationException" ||
		failure.ErrorMessage() != "The provided key element does not match the schema" {
		t.Errorf("got %s: %s", failure.ErrorCode(), failure.ErrorMessage())
	}
}
