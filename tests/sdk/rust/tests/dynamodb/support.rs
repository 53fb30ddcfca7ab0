//! What the tests share: clients, values and tables.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use aws_config::{BehaviorVersion, Region, SdkConfig};
use aws_credential_types::Credentials;
use aws_sdk_dynamodb::client::Waiters;
use aws_sdk_dynamodb::operation::create_table::builders::CreateTableFluentBuilder;
use aws_sdk_dynamodb::types::{
    AttributeDefinition, AttributeValue, BillingMode, KeySchemaElement, KeyType,
    ScalarAttributeType, StreamSpecification, StreamViewType,
};
use aws_sdk_dynamodb::Client;

pub type Item = HashMap<String, AttributeValue>;

static SERIAL: AtomicU32 = AtomicU32::new(0);

pub async fn config() -> SdkConfig {
    aws_config::defaults(BehaviorVersion::latest())
        .region(Region::new("us-east-1"))
        .credentials_provider(Credentials::new("test", "test", None, None, "test"))
        .http_client(aws_smithy_http_client::Builder::new().build_http())
        // A fault of the server must not hide behind a second attempt.
        .retry_config(aws_config::retry::RetryConfig::disabled())
        .load()
        .await
}

pub async fn client() -> Client {
    Client::new(&config().await)
}

pub fn s(text: &str) -> AttributeValue {
    AttributeValue::S(text.into())
}

pub fn n(number: &str) -> AttributeValue {
    AttributeValue::N(number.into())
}

pub fn item(pk: &str, sk: &str) -> Item {
    HashMap::from([("pk".into(), s(pk)), ("sk".into(), s(sk))])
}

pub fn attribute(name: &str) -> AttributeDefinition {
    AttributeDefinition::builder()
        .attribute_name(name)
        .attribute_type(ScalarAttributeType::S)
        .build()
        .unwrap()
}

pub fn key(name: &str, role: KeyType) -> KeySchemaElement {
    KeySchemaElement::builder().attribute_name(name).key_type(role).build().unwrap()
}

/// A request for a table pk/sk with a stream, which lacks its name.
pub fn new_table(client: &Client) -> CreateTableFluentBuilder {
    client
        .create_table()
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
}

pub async fn make_table(client: &Client) -> String {
    let name = format!("rust-{}-{}", std::process::id(), SERIAL.fetch_add(1, Ordering::Relaxed));
    new_table(client).table_name(&name).send().await.unwrap();
    client.wait_until_table_exists().table_name(&name).wait(Duration::from_secs(10)).await.unwrap();
    name
}

pub async fn drop_table(client: &Client, name: &str) {
    client.delete_table().table_name(name).send().await.unwrap();
    client
        .wait_until_table_not_exists()
        .table_name(name)
        .wait(Duration::from_secs(10))
        .await
        .unwrap();
}
