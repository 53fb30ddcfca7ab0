//! Tests of Stator with the AWS SDK for Rust. The server is the one at STATOR_ENDPOINT;
//! script/test-sdks starts it.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use aws_config::{BehaviorVersion, Region, SdkConfig};
use aws_credential_types::Credentials;
use aws_sdk_dynamodb::client::Waiters;
use aws_sdk_dynamodb::types::{
    AttributeDefinition, AttributeValue, BillingMode, ConditionCheck, KeySchemaElement, KeyType,
    Put, PutRequest, ReturnConsumedCapacity, ScalarAttributeType, StreamSpecification,
    StreamViewType, TransactWriteItem, WriteRequest,
};
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodbstreams::types::ShardIteratorType;

type Item = HashMap<String, AttributeValue>;

static SERIAL: AtomicU32 = AtomicU32::new(0);

async fn config() -> SdkConfig {
    aws_config::defaults(BehaviorVersion::latest())
        .region(Region::new("us-east-1"))
        .endpoint_url(std::env::var("STATOR_ENDPOINT").expect("STATOR_ENDPOINT"))
        .credentials_provider(Credentials::new("test", "test", None, None, "test"))
        .http_client(aws_smithy_http_client::Builder::new().build_http())
        // A fault of the server must not hide behind a second attempt.
        .retry_config(aws_config::retry::RetryConfig::disabled())
        .load()
        .await
}

async fn client() -> Client {
    Client::new(&config().await)
}

fn s(text: &str) -> AttributeValue {
    AttributeValue::S(text.into())
}

fn item(pk: &str, sk: &str) -> Item {
    HashMap::from([("pk".into(), s(pk)), ("sk".into(), s(sk))])
}

fn attribute(name: &str) -> AttributeDefinition {
    AttributeDefinition::builder()
        .attribute_name(name)
        .attribute_type(ScalarAttributeType::S)
        .build()
        .unwrap()
}

fn key(name: &str, role: KeyType) -> KeySchemaElement {
    KeySchemaElement::builder().attribute_name(name).key_type(role).build().unwrap()
}

async fn make_table(client: &Client) -> String {
    let name = format!("rust-{}-{}", std::process::id(), SERIAL.fetch_add(1, Ordering::Relaxed));
    client
        .create_table()
        .table_name(&name)
        .billing_mode(BillingMode::PayPerRequest)
        .attribute_definitions(attribute("pk"))
        .attribute_definitions(attribute("sk"))
        .key_schema(key("pk", KeyType::Hash))
        .key_schema(key("sk", KeyType::Range))
        .stream_specification(
            StreamSpecification::builder()
                .stream_enabled(true)
                .stream_view_type(StreamViewType::NewImage)
                .build()
                .unwrap(),
        )
        .send()
        .await
        .unwrap();
    client.wait_until_table_exists().table_name(&name).wait(Duration::from_secs(10)).await.unwrap();
    name
}

async fn drop_table(client: &Client, name: &str) {
    client.delete_table().table_name(name).send().await.unwrap();
    client
        .wait_until_table_not_exists()
        .table_name(name)
        .wait(Duration::from_secs(10))
        .await
        .unwrap();
}

#[tokio::test]
async fn items_come_back_as_they_were() {
    let client = client().await;
    let table = make_table(&client).await;
    let mut all = item("a", "1");
    all.insert("n".into(), AttributeValue::N("-1.5".into()));
    all.insert("l".into(), AttributeValue::L(vec![s("x"), AttributeValue::Bool(true)]));
    all.insert("ss".into(), AttributeValue::Ss(vec!["x".into(), "y".into()]));
    client.put_item().table_name(&table).set_item(Some(all.clone())).send().await.unwrap();
    let got = client
        .get_item()
        .table_name(&table)
        .set_key(Some(item("a", "1")))
        .consistent_read(true)
        .return_consumed_capacity(ReturnConsumedCapacity::Total)
        .send()
        .await
        .unwrap();
    assert_eq!(got.item.unwrap(), all);
    assert_eq!(got.consumed_capacity.unwrap().capacity_units, Some(1.0));
    drop_table(&client, &table).await;
}

#[tokio::test]
async fn errors_have_their_types() {
    let client = client().await;
    let table = make_table(&client).await;
    client.put_item().table_name(&table).set_item(Some(item("a", "1"))).send().await.unwrap();
    let failed = client
        .put_item()
        .table_name(&table)
        .set_item(Some(item("a", "1")))
        .condition_expression("attribute_not_exists(pk)")
        .send()
        .await
        .unwrap_err()
        .into_service_error();
    assert!(failed.is_conditional_check_failed_exception(), "{failed:?}");
    let missing = client
        .get_item()
        .table_name("none")
        .set_key(Some(item("a", "1")))
        .send()
        .await
        .unwrap_err()
        .into_service_error();
    assert!(missing.is_resource_not_found_exception(), "{missing:?}");
    drop_table(&client, &table).await;
}

#[tokio::test]
async fn batches_and_paginators() {
    let client = client().await;
    let table = make_table(&client).await;
    let writes = (0..25)
        .map(|i| {
            let put = PutRequest::builder().set_item(Some(item("a", &format!("{i:03}")))).build();
            WriteRequest::builder().put_request(put.unwrap()).build()
        })
        .collect();
    client.batch_write_item().request_items(&table, writes).send().await.unwrap();
    let found = client
        .query()
        .table_name(&table)
        .key_condition_expression("pk = :p AND sk >= :s")
        .expression_attribute_values(":p", s("a"))
        .expression_attribute_values(":s", s("005"))
        .limit(7)
        .into_paginator()
        .items()
        .send()
        .collect::<Result<Vec<_>, _>>()
        .await
        .unwrap();
    assert_eq!(found.len(), 20);
    let scanned = client
        .scan()
        .table_name(&table)
        .limit(4)
        .into_paginator()
        .items()
        .send()
        .collect::<Result<Vec<_>, _>>()
        .await
        .unwrap();
    assert_eq!(scanned.len(), 25);
    drop_table(&client, &table).await;
}

#[tokio::test]
async fn transactions() {
    let client = client().await;
    let table = make_table(&client).await;
    let put = |sk: &str| {
        let put = Put::builder().table_name(&table).set_item(Some(item("a", sk))).build();
        TransactWriteItem::builder().put(put.unwrap()).build()
    };
    client
        .transact_write_items()
        .transact_items(put("1"))
        .transact_items(put("2"))
        .send()
        .await
        .unwrap();
    let check = ConditionCheck::builder()
        .table_name(&table)
        .set_key(Some(item("a", "1")))
        .condition_expression("attribute_not_exists(pk)")
        .build()
        .unwrap();
    let canceled = client
        .transact_write_items()
        .transact_items(put("3"))
        .transact_items(TransactWriteItem::builder().condition_check(check).build())
        .send()
        .await
        .unwrap_err()
        .into_service_error();
    assert!(canceled.is_transaction_canceled_exception(), "{canceled:?}");
    let count = client.scan().table_name(&table).send().await.unwrap().count;
    assert_eq!(count, 2);
    drop_table(&client, &table).await;
}

#[tokio::test]
async fn statements() {
    let client = client().await;
    let table = make_table(&client).await;
    client
        .execute_statement()
        .statement(format!("INSERT INTO \"{table}\" VALUE {{'pk': ?, 'sk': ?}}"))
        .parameters(s("a"))
        .parameters(s("1"))
        .send()
        .await
        .unwrap();
    let got = client
        .execute_statement()
        .statement(format!("SELECT * FROM \"{table}\" WHERE pk = 'a' AND sk = '1'"))
        .send()
        .await
        .unwrap();
    assert_eq!(got.items(), [item("a", "1")]);
    drop_table(&client, &table).await;
}

#[tokio::test]
async fn streams() {
    let client = client().await;
    let streams = aws_sdk_dynamodbstreams::Client::new(&config().await);
    let table = make_table(&client).await;
    client.put_item().table_name(&table).set_item(Some(item("a", "1"))).send().await.unwrap();
    let described = client.describe_table().table_name(&table).send().await.unwrap();
    let arn = described.table.unwrap().latest_stream_arn.unwrap();
    let stream = streams.describe_stream().stream_arn(&arn).send().await.unwrap();
    let mut records = 0;
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
        records += page.records().len();
    }
    assert_eq!(records, 1);
    drop_table(&client, &table).await;
}
