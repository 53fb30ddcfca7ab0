//! The SDK tries again; tests/sdk/faults.py makes the first attempt of each call fail.

use aws_config::retry::RetryConfig;
use aws_sdk_dynamodb::config::Builder;
use aws_sdk_dynamodb::Client;

use crate::support::{client, config, drop_table, item, make_table, n};

async fn behind(fault: &str, retries: RetryConfig) -> Client {
    let faults = std::env::var("STATOR_FAULTS_ENDPOINT").expect("STATOR_FAULTS_ENDPOINT");
    let settings = Builder::from(&config().await)
        .endpoint_url(format!("{faults}{fault}"))
        .retry_config(retries);
    Client::from_conf(settings.build())
}

#[tokio::test]
async fn a_second_attempt_succeeds() {
    let client = client().await;
    let table = make_table(&client).await;
    for fault in ["/throttle", "/error", "/drop"] {
        behind(fault, RetryConfig::standard().with_max_attempts(2))
            .await
            .update_item()
            .table_name(&table)
            .set_key(Some(item("a", "1")))
            .update_expression("ADD n :one")
            .expression_attribute_values(":one", n("1"))
            .send()
            .await
            .unwrap();
    }
    let got = client.get_item().table_name(&table).set_key(Some(item("a", "1"))).send().await;
    assert_eq!(got.unwrap().item.unwrap()["n"], n("3"));
    drop_table(&client, &table).await;
}

#[tokio::test]
async fn without_retries_throttling_has_its_type() {
    let client = behind("/throttle", RetryConfig::disabled()).await;
    let refused = client
        .get_item()
        .table_name("any")
        .set_key(Some(item("a", "1")))
        .send()
        .await
        .unwrap_err()
        .into_service_error();
    assert!(refused.is_provisioned_throughput_exceeded_exception(), "{refused:?}");
}

#[tokio::test]
async fn nobody_listens() {
    let port = {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.local_addr().unwrap().port()
    };
    let settings =
        Builder::from(&config().await).endpoint_url(format!("http://127.0.0.1:{port}")).build();
    let refused = Client::from_conf(settings).list_tables().send().await.unwrap_err();
    assert!(
        refused.as_service_error().is_none()
            && matches!(refused, aws_sdk_dynamodb::error::SdkError::DispatchFailure(_)),
        "{refused:?}"
    );
}
