// Tests of Stator with the AWS SDK for Go v2. The server is the one at
// AWS_ENDPOINT_URL_DYNAMODB, the variable that the SDK itself reads; script/test-sdks starts it.
package stator

import (
	"context"
	"fmt"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

var (
	ctx    = context.Background()
	serial atomic.Int64
)

func loadConfig(t *testing.T) aws.Config {
	t.Helper()
	loaded, err := config.LoadDefaultConfig(ctx,
		config.WithRegion("us-east-1"),
		config.WithCredentialsProvider(credentials.NewStaticCredentialsProvider("test", "test", "")),
		// A fault of the server must not hide behind a second attempt.
		config.WithRetryMaxAttempts(1))
	if err != nil {
		t.Fatal(err)
	}
	return loaded
}

func newClient(t *testing.T) *dynamodb.Client {
	t.Helper()
	return dynamodb.NewFromConfig(loadConfig(t))
}

func str(text string) types.AttributeValue { return &types.AttributeValueMemberS{Value: text} }
func num(text string) types.AttributeValue { return &types.AttributeValueMemberN{Value: text} }
func key(pk, sk string) map[string]types.AttributeValue {
	return map[string]types.AttributeValue{"pk": str(pk), "sk": str(sk)}
}

// A table pk/sk with the index gsi (gpk/sk).
func tableInput(name string) *dynamodb.CreateTableInput {
	return &dynamodb.CreateTableInput{
		TableName:   &name,
		BillingMode: types.BillingModePayPerRequest,
		AttributeDefinitions: []types.AttributeDefinition{
			{AttributeName: aws.String("pk"), AttributeType: types.ScalarAttributeTypeS},
			{AttributeName: aws.String("sk"), AttributeType: types.ScalarAttributeTypeS},
			{AttributeName: aws.String("gpk"), AttributeType: types.ScalarAttributeTypeS},
		},
		KeySchema: []types.KeySchemaElement{
			{AttributeName: aws.String("pk"), KeyType: types.KeyTypeHash},
			{AttributeName: aws.String("sk"), KeyType: types.KeyTypeRange},
		},
		GlobalSecondaryIndexes: []types.GlobalSecondaryIndex{{
			IndexName: aws.String("gsi"),
			KeySchema: []types.KeySchemaElement{
				{AttributeName: aws.String("gpk"), KeyType: types.KeyTypeHash},
				{AttributeName: aws.String("sk"), KeyType: types.KeyTypeRange},
			},
			Projection: &types.Projection{ProjectionType: types.ProjectionTypeAll},
		}},
	}
}

// Such a table, gone at the end of the test.
func makeTable(t *testing.T, client *dynamodb.Client, change ...func(*dynamodb.CreateTableInput)) string {
	t.Helper()
	name := fmt.Sprintf("go-%d-%d", os.Getpid(), serial.Add(1))
	input := tableInput(name)
	for _, each := range change {
		each(input)
	}
	if _, err := client.CreateTable(ctx, input); err != nil {
		t.Fatal(err)
	}
	waiter := dynamodb.NewTableExistsWaiter(client)
	if err := waiter.Wait(ctx, &dynamodb.DescribeTableInput{TableName: &name}, 10*time.Second); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if _, err := client.DeleteTable(ctx, &dynamodb.DeleteTableInput{TableName: &name}); err != nil {
			t.Error(err)
		}
		gone := dynamodb.NewTableNotExistsWaiter(client)
		if err := gone.Wait(ctx, &dynamodb.DescribeTableInput{TableName: &name}, 10*time.Second); err != nil {
			t.Error(err)
		}
	})
	return name
}
