//! Tests of Stator with the AWS SDK for Rust. The server is the one at AWS_ENDPOINT_URL_DYNAMODB,
//! the variable that the SDK itself reads; script/test-sdks starts it.

mod items;
mod retries;
mod streams;
mod support;
mod tables;
mod transactions;
