package stator

import (
	"errors"
	"fmt"
	"reflect"
	"sync"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

func TestEveryKindOfValueComesBack(t *testing.T) {
	client := newClient(t)
	table := makeTable(t, client)
	want := key("a", "1")
	want["n"] = num("-123456789012345678901234567890.12345678")
	want["b"] = &types.AttributeValueMemberB{Value: []byte{0, 1, 255}}
	want["bool"] = &types.AttributeValueMemberBOOL{Value: true}
	want["null"] = &types.AttributeValueMemberNULL{Value: true}
	want["ss"] = &types.AttributeValueMemberSS{Value: []string{"x", "y"}}
	want["ns"] = &types.AttributeValueMemberNS{Value: []string{"1"}}
	want["bs"] = &types.AttributeValueMemberBS{Value: [][]byte{{1}}}
	want["l"] = &types.AttributeValueMemberL{Value: []types.AttributeValue{str("é😀"), num("0")}}
	want["m"] = &types.AttributeValueMemberM{Value: map[string]types.AttributeValue{"": str("")}}
	if _, err := client.PutItem(ctx, &dynamodb.PutItemInput{TableName: &table, Item: want}); err != nil {
		t.Fatal(err)
	}
	got, err := client.GetItem(ctx, &dynamodb.GetItemInput{TableName: &table, Key: key("a", "1")})
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got.Item, want) {
		t.Errorf("got %v, want %v", got.Item, want)
	}
}

func TestDeletingReturnsTheItem(t *testing.T) {
	client := newClient(t)
	table := makeTable(t, client)
	put(t, client, table, map[string]string{"pk": "a", "sk": "1", "x": "old"})
	remove := &dynamodb.DeleteItemInput{TableName: &table, Key: key("a", "1"),
		ConditionExpression:       aws.String("x = :old"),
		ExpressionAttributeValues: map[string]types.AttributeValue{":old": str("old")},
		ReturnValues:              types.ReturnValueAllOld}
	got, err := client.DeleteItem(ctx, remove)
	if err != nil || !reflect.DeepEqual(got.Attributes["x"], str("old")) {
		t.Fatalf("%v, %v", got, err)
	}
	_, err = client.DeleteItem(ctx, remove)
	var failed *types.ConditionalCheckFailedException
	if !errors.As(err, &failed) || failed.Item != nil {
		t.Fatalf("got %v", err)
	}
}

func TestSegmentsOfAScanAreTheWholeTable(t *testing.T) {
	client := newClient(t)
	table := makeTable(t, client)
	for i := range 40 {
		put(t, client, table, map[string]string{"pk": fmt.Sprint(i), "sk": "x"})
	}
	var group sync.WaitGroup
	counts := make([]int32, 4)
	for segment := range counts {
		group.Add(1)
		go func() {
			defer group.Done()
			got, err := client.Scan(ctx, &dynamodb.ScanInput{TableName: &table,
				Segment: aws.Int32(int32(segment)), TotalSegments: aws.Int32(4)})
			if err != nil {
				t.Error(err)
				return
			}
			counts[segment] = got.Count
		}()
	}
	group.Wait()
	if sum := counts[0] + counts[1] + counts[2] + counts[3]; sum != 40 {
		t.Errorf("%v", counts)
	}
}

func TestBatchesDeleteAndStatementsInBatchesFailOneByOne(t *testing.T) {
	client := newClient(t)
	table := makeTable(t, client)
	fill(t, client, table, 2)
	if _, err := client.BatchWriteItem(ctx, &dynamodb.BatchWriteItemInput{
		RequestItems: map[string][]types.WriteRequest{table: {
			{DeleteRequest: &types.DeleteRequest{Key: key("a", "000")}},
			{PutRequest: &types.PutRequest{Item: key("a", "new")}}}}}); err != nil {
		t.Fatal(err)
	}
	insert := aws.String(fmt.Sprintf(`INSERT INTO "%s" VALUE {'pk': 'a', 'sk': ?}`, table))
	got, err := client.BatchExecuteStatement(ctx, &dynamodb.BatchExecuteStatementInput{
		Statements: []types.BatchStatementRequest{
			{Statement: insert, Parameters: []types.AttributeValue{str("001")}},
			{Statement: insert, Parameters: []types.AttributeValue{str("002")}}}})
	if err != nil {
		t.Fatal(err)
	}
	if fault := got.Responses[0].Error; fault == nil ||
		fault.Code != types.BatchStatementErrorCodeEnumDuplicateItem {
		t.Errorf("got %+v", fault)
	}
	if got.Responses[1].Error != nil {
		t.Errorf("got %+v", got.Responses[1].Error)
	}
	scanned, err := client.Scan(ctx, &dynamodb.ScanInput{TableName: &table})
	if err != nil || scanned.Count != 3 {
		t.Fatalf("%v, %v", scanned, err)
	}
}

func TestCanceledTransactionsTellAllReasons(t *testing.T) {
	client := newClient(t)
	table := makeTable(t, client)
	put(t, client, table, map[string]string{"pk": "a", "sk": "1", "x": "old"})
	update := func(sk, expression string) types.TransactWriteItem {
		return types.TransactWriteItem{Update: &types.Update{TableName: &table, Key: key("a", sk),
			UpdateExpression:          aws.String(expression),
			ExpressionAttributeValues: map[string]types.AttributeValue{":v": num("1")}}}
	}
	_, err := client.TransactWriteItems(ctx, &dynamodb.TransactWriteItemsInput{
		TransactItems: []types.TransactWriteItem{
			update("2", "SET n = :v"),
			{Put: &types.Put{TableName: &table, Item: key("a", "1"),
				ConditionExpression:                 aws.String("attribute_not_exists(pk)"),
				ReturnValuesOnConditionCheckFailure: types.ReturnValuesOnConditionCheckFailureAllOld}},
		}})
	var canceled *types.TransactionCanceledException
	if !errors.As(err, &canceled) {
		t.Fatalf("got %v", err)
	}
	reasons := canceled.CancellationReasons
	if *reasons[0].Code != "None" || *reasons[1].Code != "ConditionalCheckFailed" ||
		*reasons[1].Message != "The conditional request failed" ||
		!reflect.DeepEqual(reasons[1].Item["x"], str("old")) {
		t.Errorf("reasons %+v", reasons)
	}
	statements := []types.ParameterizedStatement{
		{Statement: aws.String(fmt.Sprintf(`INSERT INTO "%s" VALUE {'pk': 'a', 'sk': '1'}`, table))}}
	_, err = client.ExecuteTransaction(ctx, &dynamodb.ExecuteTransactionInput{TransactStatements: statements})
	if !errors.As(err, &canceled) || *canceled.CancellationReasons[0].Code != "DuplicateItem" {
		t.Fatalf("got %v", err)
	}
}

func TestATokenMakesATransactionHappenOnce(t *testing.T) {
	client := newClient(t)
	table := makeTable(t, client)
	add := func(amount string) error {
		_, err := client.TransactWriteItems(ctx, &dynamodb.TransactWriteItemsInput{
			ClientRequestToken: aws.String("token-" + table),
			TransactItems: []types.TransactWriteItem{{Update: &types.Update{TableName: &table,
				Key: key("a", "1"), UpdateExpression: aws.String("ADD n :n"),
				ExpressionAttributeValues: map[string]types.AttributeValue{":n": num(amount)}}}}})
		return err
	}
	for range 2 {
		if err := add("1"); err != nil {
			t.Fatal(err)
		}
	}
	var mismatch *types.IdempotentParameterMismatchException
	if err := add("2"); !errors.As(err, &mismatch) {
		t.Fatalf("got %v", err)
	}
	got, err := client.GetItem(ctx, &dynamodb.GetItemInput{TableName: &table, Key: key("a", "1")})
	if err != nil || !reflect.DeepEqual(got.Item["n"], num("1")) {
		t.Fatalf("%v, %v", got, err)
	}
}
