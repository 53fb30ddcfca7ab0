//! Tables and their settings.

use aws_sdk_dynamodb::error::ProvideErrorMetadata;
use aws_sdk_dynamodb::types::{
    CreateGlobalSecondaryIndexAction, GlobalSecondaryIndexUpdate, KeyType, Projection,
    ProjectionType, Tag, TableStatus,
};

use crate::support::{attribute, client, drop_table, item, key, make_table, new_table, s};

#[tokio::test]
async fn a_table_that_exists_is_in_use() {
    let client = client().await;
    let table = make_table(&client).await;
    let refused =
        new_table(&client).table_name(&table).send().await.unwrap_err().into_service_error();
    assert!(refused.is_resource_in_use_exception(), "{refused:?}");
    drop_table(&client, &table).await;
}

#[tokio::test]
async fn tables_are_listed_page_by_page() {
    let client = client().await;
    let made = [make_table(&client).await, make_table(&client).await];
    let listed = client
        .list_tables()
        .limit(1)
        .into_paginator()
        .items()
        .send()
        .collect::<Result<Vec<_>, _>>()
        .await
        .unwrap();
    for table in made {
        assert!(listed.contains(&table), "{table} is not in {listed:?}");
        drop_table(&client, &table).await;
    }
}

#[tokio::test]
async fn an_index_is_added() {
    let client = client().await;
    let table = make_table(&client).await;
    client.put_item().table_name(&table).set_item(Some(item("a", "1"))).send().await.unwrap();
    let create = CreateGlobalSecondaryIndexAction::builder()
        .index_name("by-sk")
        .key_schema(key("sk", KeyType::Hash))
        .projection(Projection::builder().projection_type(ProjectionType::KeysOnly).build())
        .build();
    client
        .update_table()
        .table_name(&table)
        .attribute_definitions(attribute("sk"))
        .global_secondary_index_updates(
            GlobalSecondaryIndexUpdate::builder().create(create.unwrap()).build(),
        )
        .send()
        .await
        .unwrap();
    let described = client.describe_table().table_name(&table).send().await.unwrap();
    assert_eq!(described.table.unwrap().table_status, Some(TableStatus::Active));
    let found = client
        .query()
        .table_name(&table)
        .index_name("by-sk")
        .key_condition_expression("sk = :s")
        .expression_attribute_values(":s", s("1"))
        .send()
        .await
        .unwrap();
    assert_eq!(found.count, 1);
    drop_table(&client, &table).await;
}

#[tokio::test]
async fn tags_are_listed() {
    let client = client().await;
    let table = make_table(&client).await;
    let described = client.describe_table().table_name(&table).send().await.unwrap();
    let arn = described.table.unwrap().table_arn.unwrap();
    let tag = Tag::builder().key("k").value("v").build().unwrap();
    client.tag_resource().resource_arn(&arn).tags(tag.clone()).send().await.unwrap();
    let listed = client.list_tags_of_resource().resource_arn(&arn).send().await.unwrap();
    assert_eq!(listed.tags(), [tag]);
    drop_table(&client, &table).await;
}

#[tokio::test]
async fn faulty_requests_have_their_code_and_text() {
    let client = client().await;
    let table = make_table(&client).await;
    let refused = client
        .get_item()
        .table_name(&table)
        .key("pk", s("a"))
        .send()
        .await
        .unwrap_err()
        .into_service_error();
    assert_eq!(refused.code(), Some("ValidationException"));
    assert_eq!(refused.message(), Some("The provided key element does not match the schema"));
    drop_table(&client, &table).await;
}
