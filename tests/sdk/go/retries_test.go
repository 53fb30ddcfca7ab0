package stator

import (
	"errors"
	"net"
	"os"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// With tests/sdk/faults.py between, the first attempt of each call fails.
func TestASecondAttemptSucceeds(t *testing.T) {
	table := makeTable(t, newClient(t))
	for _, fault := range []string{"/throttle", "/error", "/drop"} {
		t.Run(fault, func(t *testing.T) {
			client := dynamodb.NewFromConfig(loadConfig(t), func(options *dynamodb.Options) {
				options.BaseEndpoint = aws.String(os.Getenv("STATOR_FAULTS_ENDPOINT") + fault)
				options.RetryMaxAttempts = 2
			})
			got, err := client.UpdateItem(ctx, &dynamodb.UpdateItemInput{TableName: &table, Key: key("a", fault),
				UpdateExpression:          aws.String("ADD n :one"),
				ExpressionAttributeValues: map[string]types.AttributeValue{":one": num("1")}})
			if err != nil {
				t.Fatal(err)
			}
			attempts, _ := retry.GetAttemptResults(got.ResultMetadata)
			if len(attempts.Results) != 2 {
				t.Errorf("%d attempts", len(attempts.Results))
			}
		})
	}
}

func TestWithoutRetriesThrottlingHasItsType(t *testing.T) {
	client := dynamodb.NewFromConfig(loadConfig(t), func(options *dynamodb.Options) {
		options.BaseEndpoint = aws.String(os.Getenv("STATOR_FAULTS_ENDPOINT") + "/throttle")
	})
	_, err := client.ListTables(ctx, &dynamodb.ListTablesInput{})
	var throttled *types.ProvisionedThroughputExceededException
	if !errors.As(err, &throttled) {
		t.Fatalf("got %v", err)
	}
}

func TestNobodyListens(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	listener.Close()
	client := dynamodb.NewFromConfig(loadConfig(t), func(options *dynamodb.Options) {
		options.BaseEndpoint = aws.String("http://" + address)
	})
	_, err = client.ListTables(ctx, &dynamodb.ListTablesInput{})
	var refused *net.OpError
	if !errors.As(err, &refused) {
		t.Fatalf("got %v", err)
	}
}
