package stator

import (
	"errors"
	"fmt"
	"reflect"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"
	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/aws-sdk-go-v2/service/dynamodbstreams"
	streamtypes "github.com/aws/aws-sdk-go-v2/service/dynamodbstreams/types"
)

type item struct {
	PK     string            `dynamodbav:"pk"`
	SK     string            `dynamodbav:"sk"`
	Number int               `dynamodbav:"number"`
	Tags   []string          `dynamodbav:"tags,stringset"`
	Bytes  []byte            `dynamodbav:"bytes"`
	Nested map[string]string `dynamodbav:"nested"`
	Flag   bool              `dynamodbav:"flag"`
}

func put(t *testing.T, client *dynamodb.Client, table string, value any) {
	t.Helper()
	marshalled, err := attributevalue.MarshalMap(value)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.PutItem(ctx, &dynamodb.PutItemInput{TableName: &table, Item: marshalled}); err != nil {
		t.Fatal(err)
	}
}

func fill(t *testing.T, client *dynamodb.Client, table string, count int) {
	t.Helper()
	for i := range count {
		put(t, client, table, map[string]string{"pk": "a", "sk": fmt.Sprintf("%03d", i), "gpk": "g"})
	}
}

func TestItemsComeBackAsTheyWere(t *testing.T) {
	client := newClient(t)
	table := makeTable(t, client)
	want := item{"a", "1", 42, []string{"x", "y"}, []byte{0, 1, 255}, map[string]string{"k": "v"}, true}
	put(t, client, table, want)
	got, err := client.GetItem(ctx, &dynamodb.GetItemInput{TableName: &table, Key: key("a", "1"),
		ConsistentRead: aws.Bool(true), ReturnConsumedCapacity: types.ReturnConsumedCapacityTotal})
	if err != nil {
		t.Fatal(err)
	}
	var read item
	if err := attributevalue.UnmarshalMap(got.Item, &read); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(read, want) {
		t.Errorf("got %+v, want %+v", read, want)
	}
	if units := *got.ConsumedCapacity.CapacityUnits; units != 1 {
		t.Errorf("%v units, want 1", units)
	}
}

func TestUpdateWithBuiltExpressions(t *testing.T) {
	client := newClient(t)
	table := makeTable(t, client)
	built, err := expression.NewBuilder().WithUpdate(
		expression.Add(expression.Name("n"), expression.Value(2)).
			Set(expression.Name("name"), expression.IfNotExists(expression.Name("name"), expression.Value("first")))).Build()
	if err != nil {
		t.Fatal(err)
	}
	var last *dynamodb.UpdateItemOutput
	for range 3 {
		last, err = client.UpdateItem(ctx, &dynamodb.UpdateItemInput{TableName: &table, Key: key("a", "1"),
			UpdateExpression: built.Update(), ExpressionAttributeNames: built.Names(),
			ExpressionAttributeValues: built.Values(), ReturnValues: types.ReturnValueAllNew})
		if err != nil {
			t.Fatal(err)
		}
	}
	var got struct {
		N    int    `dynamodbav:"n"`
		Name string `dynamodbav:"name"`
	}
	if err := attributevalue.UnmarshalMap(last.Attributes, &got); err != nil {
		t.Fatal(err)
	}
	if got.N != 6 || got.Name != "first" {
		t.Errorf("got %+v", got)
	}
}

func TestFailedConditionsHaveTheirTypeAndItem(t *testing.T) {
	client := newClient(t)
	table := makeTable(t, client)
	put(t, client, table, map[string]string{"pk": "a", "sk": "1", "x": "old"})
	_, err := client.PutItem(ctx, &dynamodb.PutItemInput{TableName: &table, Item: key("a", "1"),
		ConditionExpression:                 aws.String("attribute_not_exists(pk)"),
		ReturnValuesOnConditionCheckFailure: types.ReturnValuesOnConditionCheckFailureAllOld})
	var failed *types.ConditionalCheckFailedException
	if !errors.As(err, &failed) {
		t.Fatalf("got %v", err)
	}
	if !reflect.DeepEqual(failed.Item["x"], str("old")) {
		t.Errorf("item %v", failed.Item)
	}
}

func TestMissingTablesHaveTheirType(t *testing.T) {
	client := newClient(t)
	_, err := client.GetItem(ctx, &dynamodb.GetItemInput{TableName: aws.String("none"), Key: key("a", "b")})
	var missing *types.ResourceNotFoundException
	if !errors.As(err, &missing) {
		t.Fatalf("got %v", err)
	}
}

func TestPaginators(t *testing.T) {
	client := newClient(t)
	table := makeTable(t, client)
	fill(t, client, table, 25)
	count, pages := 0, 0
	query := dynamodb.NewQueryPaginator(client, &dynamodb.QueryInput{TableName: &table, IndexName: aws.String("gsi"),
		KeyConditionExpression:    aws.String("gpk = :g AND sk >= :s"),
		ExpressionAttributeValues: map[string]types.AttributeValue{":g": str("g"), ":s": str("005")}, Limit: aws.Int32(7)})
	for query.HasMorePages() {
		page, err := query.NextPage(ctx)
		if err != nil {
			t.Fatal(err)
		}
		count += len(page.Items)
		pages++
	}
	if count != 20 || pages != 3 {
		t.Errorf("%d items on %d pages", count, pages)
	}
	scanned := 0
	scan := dynamodb.NewScanPaginator(client, &dynamodb.ScanInput{TableName: &table, Limit: aws.Int32(10)})
	for scan.HasMorePages() {
		page, err := scan.NextPage(ctx)
		if err != nil {
			t.Fatal(err)
		}
		scanned += len(page.Items)
	}
	if scanned != 25 {
		t.Errorf("scanned %d", scanned)
	}
}

func TestBatches(t *testing.T) {
	client := newClient(t)
	table := makeTable(t, client)
	var writes []types.WriteRequest
	var keys []map[string]types.AttributeValue
	for i := range 25 {
		one := key("a", fmt.Sprint(i))
		writes = append(writes, types.WriteRequest{PutRequest: &types.PutRequest{Item: one}})
		keys = append(keys, one)
	}
	written, err := client.BatchWriteItem(ctx, &dynamodb.BatchWriteItemInput{
		RequestItems: map[string][]types.WriteRequest{table: writes}})
	if err != nil || len(written.UnprocessedItems) != 0 {
		t.Fatalf("%v, %v", written, err)
	}
	got, err := client.BatchGetItem(ctx, &dynamodb.BatchGetItemInput{
		RequestItems: map[string]types.KeysAndAttributes{table: {Keys: keys}}})
	if err != nil || len(got.Responses[table]) != 25 {
		t.Fatalf("%v, %v", got, err)
	}
}

func TestTransactions(t *testing.T) {
	client := newClient(t)
	table := makeTable(t, client)
	_, err := client.TransactWriteItems(ctx, &dynamodb.TransactWriteItemsInput{TransactItems: []types.TransactWriteItem{
		{Put: &types.Put{TableName: &table, Item: key("a", "1")}},
		{Update: &types.Update{TableName: &table, Key: key("a", "2"), UpdateExpression: aws.String("SET n = :n"),
			ExpressionAttributeValues: map[string]types.AttributeValue{":n": num("1")}}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	_, err = client.TransactWriteItems(ctx, &dynamodb.TransactWriteItemsInput{TransactItems: []types.TransactWriteItem{
		{Delete: &types.Delete{TableName: &table, Key: key("a", "2")}},
		{ConditionCheck: &types.ConditionCheck{TableName: &table, Key: key("a", "1"),
			ConditionExpression: aws.String("attribute_not_exists(pk)")}},
	}})
	var canceled *types.TransactionCanceledException
	if !errors.As(err, &canceled) {
		t.Fatalf("got %v", err)
	}
	if code := *canceled.CancellationReasons[1].Code; code != "ConditionalCheckFailed" {
		t.Errorf("reason %s", code)
	}
	read, err := client.TransactGetItems(ctx, &dynamodb.TransactGetItemsInput{TransactItems: []types.TransactGetItem{
		{Get: &types.Get{TableName: &table, Key: key("a", "1")}},
		{Get: &types.Get{TableName: &table, Key: key("a", "2")}},
	}})
	if err != nil || len(read.Responses) != 2 || len(read.Responses[1].Item) != 3 {
		t.Fatalf("%v, %v", read, err)
	}
}

func TestPartiQL(t *testing.T) {
	client := newClient(t)
	table := makeTable(t, client)
	fill(t, client, table, 3)
	got, err := client.ExecuteStatement(ctx, &dynamodb.ExecuteStatementInput{
		Statement:  aws.String(fmt.Sprintf(`SELECT sk FROM "%s" WHERE pk = ? AND sk > ?`, table)),
		Parameters: []types.AttributeValue{str("a"), str("000")}})
	if err != nil || len(got.Items) != 2 {
		t.Fatalf("%v, %v", got, err)
	}
}

func TestConcurrentCounters(t *testing.T) {
	client := newClient(t)
	table := makeTable(t, client)
	const writers, rounds = 8, 25
	var group sync.WaitGroup
	for range writers {
		group.Add(1)
		go func() {
			defer group.Done()
			for range rounds {
				if _, err := client.UpdateItem(ctx, &dynamodb.UpdateItemInput{TableName: &table, Key: key("a", "n"),
					UpdateExpression:          aws.String("ADD n :one"),
					ExpressionAttributeValues: map[string]types.AttributeValue{":one": num("1")}}); err != nil {
					t.Error(err)
				}
			}
		}()
	}
	group.Wait()
	got, err := client.GetItem(ctx, &dynamodb.GetItemInput{TableName: &table, Key: key("a", "n")})
	if err != nil || !reflect.DeepEqual(got.Item["n"], num(fmt.Sprint(writers*rounds))) {
		t.Fatalf("%v, %v", got.Item, err)
	}
}

func TestStreams(t *testing.T) {
	client := newClient(t)
	table := makeTable(t, client, func(input *dynamodb.CreateTableInput) {
		input.StreamSpecification = &types.StreamSpecification{StreamEnabled: aws.Bool(true),
			StreamViewType: types.StreamViewTypeNewAndOldImages}
	})
	fill(t, client, table, 5)
	described, err := client.DescribeTable(ctx, &dynamodb.DescribeTableInput{TableName: &table})
	if err != nil {
		t.Fatal(err)
	}
	streams := dynamodbstreams.NewFromConfig(loadConfig(t))
	arn := described.Table.LatestStreamArn
	stream, err := streams.DescribeStream(ctx, &dynamodbstreams.DescribeStreamInput{StreamArn: arn})
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, shard := range stream.StreamDescription.Shards {
		start, err := streams.GetShardIterator(ctx, &dynamodbstreams.GetShardIteratorInput{StreamArn: arn,
			ShardId: shard.ShardId, ShardIteratorType: streamtypes.ShardIteratorTypeTrimHorizon})
		if err != nil {
			t.Fatal(err)
		}
		records, err := streams.GetRecords(ctx, &dynamodbstreams.GetRecordsInput{ShardIterator: start.ShardIterator})
		if err != nil {
			t.Fatal(err)
		}
		for _, record := range records.Records {
			if record.EventName != streamtypes.OperationTypeInsert || record.Dynamodb.NewImage["gpk"] == nil {
				t.Errorf("record %+v", record)
			}
			seen++
		}
	}
	if seen != 5 {
		t.Errorf("%d records", seen)
	}
}

func TestTimeToLive(t *testing.T) {
	client := newClient(t)
	table := makeTable(t, client)
	if _, err := client.UpdateTimeToLive(ctx, &dynamodb.UpdateTimeToLiveInput{TableName: &table,
		TimeToLiveSpecification: &types.TimeToLiveSpecification{AttributeName: aws.String("ttl"), Enabled: aws.Bool(true)}}); err != nil {
		t.Fatal(err)
	}
	expired := key("a", "1")
	expired["ttl"] = num(fmt.Sprint(time.Now().Add(-time.Minute).Unix()))
	if _, err := client.PutItem(ctx, &dynamodb.PutItemInput{TableName: &table, Item: expired}); err != nil {
		t.Fatal(err)
	}
	deadline := time.Now().Add(15 * time.Second)
	for time.Now().Before(deadline) {
		got, err := client.GetItem(ctx, &dynamodb.GetItemInput{TableName: &table, Key: key("a", "1")})
		if err != nil {
			t.Fatal(err)
		}
		if got.Item == nil {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Error("the item did not expire")
}
