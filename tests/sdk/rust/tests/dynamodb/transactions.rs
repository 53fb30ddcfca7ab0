//! Transactions and statements.

use aws_sdk_dynamodb::operation::execute_transaction::ExecuteTransactionError;
use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError;
use aws_sdk_dynamodb::types::{
    BatchStatementErrorCodeEnum, BatchStatementRequest, ConditionCheck, Get,
    ParameterizedStatement, Put, TransactGetItem, TransactWriteItem, Update,
};

use crate::support::{client, drop_table, item, make_table, n, s};

#[tokio::test]
async fn all_or_nothing() {
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
    let TransactWriteItemsError::TransactionCanceledException(canceled) = canceled else {
        panic!("{canceled:?}");
    };
    let codes: Vec<_> =
        canceled.cancellation_reasons().iter().map(|reason| reason.code().unwrap()).collect();
    assert_eq!(codes, ["None", "ConditionalCheckFailed"]);
    let get = |sk: &str| {
        let get = Get::builder().table_name(&table).set_key(Some(item("a", sk))).build();
        TransactGetItem::builder().get(get.unwrap()).build()
    };
    let read = client
        .transact_get_items()
        .transact_items(get("1"))
        .transact_items(get("3"))
        .send()
        .await
        .unwrap();
    let found: Vec<_> = read.responses().iter().map(|each| each.item.is_some()).collect();
    assert_eq!(found, [true, false]);
    let count = client.scan().table_name(&table).send().await.unwrap().count;
    assert_eq!(count, 2);
    drop_table(&client, &table).await;
}

#[tokio::test]
async fn a_token_makes_a_transaction_happen_once() {
    let client = client().await;
    let table = make_table(&client).await;
    let adding = |amount: &str| {
        let update = Update::builder()
            .table_name(&table)
            .set_key(Some(item("a", "1")))
            .update_expression("ADD n :n")
            .expression_attribute_values(":n", n(amount))
            .build();
        client
            .transact_write_items()
            .client_request_token(format!("token-{table}"))
            .transact_items(TransactWriteItem::builder().update(update.unwrap()).build())
            .send()
    };
    adding("1").await.unwrap();
    adding("1").await.unwrap();
    let refused = adding("2").await.unwrap_err().into_service_error();
    assert!(refused.is_idempotent_parameter_mismatch_exception(), "{refused:?}");
    let got = client.get_item().table_name(&table).set_key(Some(item("a", "1"))).send().await;
    assert_eq!(got.unwrap().item.unwrap()["n"], n("1"));
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
async fn statements_in_batches_and_transactions() {
    let client = client().await;
    let table = make_table(&client).await;
    client.put_item().table_name(&table).set_item(Some(item("a", "1"))).send().await.unwrap();
    let insert = format!("INSERT INTO \"{table}\" VALUE {{'pk': 'a', 'sk': ?}}");
    let one = |sk: &str| {
        BatchStatementRequest::builder().statement(&insert).parameters(s(sk)).build().unwrap()
    };
    let answer = client
        .batch_execute_statement()
        .statements(one("1"))
        .statements(one("2"))
        .send()
        .await
        .unwrap();
    let fault = answer.responses()[0].error.as_ref().unwrap();
    assert_eq!(fault.code, Some(BatchStatementErrorCodeEnum::DuplicateItem));
    assert!(answer.responses()[1].error.is_none());
    let again = ParameterizedStatement::builder().statement(&insert).parameters(s("1")).build();
    let canceled = client
        .execute_transaction()
        .transact_statements(again.unwrap())
        .send()
        .await
        .unwrap_err()
        .into_service_error();
    let ExecuteTransactionError::TransactionCanceledException(canceled) = canceled else {
        panic!("{canceled:?}");
    };
    assert_eq!(canceled.cancellation_reasons()[0].code(), Some("DuplicateItem"));
    drop_table(&client, &table).await;
}
