//! Reads and writes of items, one by one, in pages and in batches.

use aws_sdk_dynamodb::operation::put_item::PutItemError;
use aws_sdk_dynamodb::types::{
    AttributeValue, KeysAndAttributes, PutRequest, ReturnConsumedCapacity, ReturnValue,
    ReturnValuesOnConditionCheckFailure, WriteRequest,
};

use crate::support::{client, drop_table, item, make_table, n, s};

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
async fn updates_and_deletes_return_what_they_are_asked_for() {
    let client = client().await;
    let table = make_table(&client).await;
    for expected in ["2", "4"] {
        let updated = client
            .update_item()
            .table_name(&table)
            .set_key(Some(item("a", "1")))
            .update_expression("ADD #n :two")
            .expression_attribute_names("#n", "count")
            .expression_attribute_values(":two", n("2"))
            .return_values(ReturnValue::UpdatedNew)
            .send()
            .await
            .unwrap();
        assert_eq!(updated.attributes.unwrap()["count"], n(expected));
    }
    let deleted = client
        .delete_item()
        .table_name(&table)
        .set_key(Some(item("a", "1")))
        .condition_expression("#n = :four")
        .expression_attribute_names("#n", "count")
        .expression_attribute_values(":four", n("4"))
        .return_values(ReturnValue::AllOld)
        .send()
        .await
        .unwrap();
    assert_eq!(deleted.attributes.unwrap().len(), 3);
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
        .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
        .send()
        .await
        .unwrap_err()
        .into_service_error();
    let PutItemError::ConditionalCheckFailedException(failed) = failed else {
        panic!("{failed:?}");
    };
    assert_eq!(failed.item, Some(item("a", "1")));
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
    let keys = KeysAndAttributes::builder()
        .set_keys(Some(vec![item("a", "001"), item("a", "024"), item("a", "none")]))
        .build();
    let got = client.batch_get_item().request_items(&table, keys.unwrap()).send().await.unwrap();
    assert_eq!(got.responses.unwrap()[&table].len(), 2);
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
async fn segments_of_a_scan_are_the_whole_table() {
    let client = client().await;
    let table = make_table(&client).await;
    for i in 0..40 {
        let one = item(&format!("p{i}"), "x");
        client.put_item().table_name(&table).set_item(Some(one)).send().await.unwrap();
    }
    let mut found = 0;
    for segment in 0..4 {
        let page =
            client.scan().table_name(&table).segment(segment).total_segments(4).send().await;
        found += page.unwrap().count;
    }
    assert_eq!(found, 40);
    drop_table(&client, &table).await;
}
