//! DynamoDB Streams, by the client of their own.

use aws_sdk_dynamodbstreams::types::{OperationType, ShardIteratorType};

use crate::support::{client, config, drop_table, item, make_table};

#[tokio::test]
async fn records_are_read_from_every_shard() {
    let client = client().await;
    let streams = aws_sdk_dynamodbstreams::Client::new(&config().await);
    let table = make_table(&client).await;
    client.put_item().table_name(&table).set_item(Some(item("a", "1"))).send().await.unwrap();
    let described = client.describe_table().table_name(&table).send().await.unwrap();
    let arn = described.table.unwrap().latest_stream_arn.unwrap();
    let stream = streams.describe_stream().stream_arn(&arn).send().await.unwrap();
    let mut records = Vec::new();
    for shard in stream.stream_description.unwrap().shards() {
        let iterator = streams
            .get_shard_iterator()
            .stream_arn(&arn)
            .shard_id(shard.shard_id().unwrap())
            .shard_iterator_type(ShardIteratorType::TrimHorizon)
            .send()
            .await
            .unwrap();
        let page = streams
            .get_records()
            .shard_iterator(iterator.shard_iterator.unwrap())
            .send()
            .await
            .unwrap();
        records.extend(page.records.unwrap());
    }
    assert_eq!(records.len(), 1);
    assert_eq!(records[0].event_name, Some(OperationType::Insert));
    let change = records[0].dynamodb.as_ref().unwrap();
    assert_eq!(change.new_image.as_ref().unwrap().len(), 2);
    drop_table(&client, &table).await;
}

#[tokio::test]
async fn a_stream_that_is_missing_has_its_type() {
    let streams = aws_sdk_dynamodbstreams::Client::new(&config().await);
    let arn =
        "arn:aws:dynamodb:us-east-1:000000000000:table/missing/stream/2026-01-01T00:00:00.000";
    let missing =
        streams.describe_stream().stream_arn(arn).send().await.unwrap_err().into_service_error();
    assert!(missing.is_resource_not_found_exception(), "{missing:?}");
}
