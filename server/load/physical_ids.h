// What Ref and Fn::GetAtt give for resources whose names are known without making them.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace stator::server::load {

struct ResourceType {
  std::string_view type;           // "AWS::DynamoDB::Table"
  std::string_view name_property;  // empty: there is none, so the logical name is the name
  std::string_view arn;            // of the attribute Arn; empty: it has none
};

// REGION, ACCOUNT and NAME stand for what they say. A resource without a name of its own is called
// by its logical name, where AWS makes one up.
inline constexpr std::array kResourceTypes{
    ResourceType{"AWS::DynamoDB::Table", "TableName", "arn:aws:dynamodb:REGION:ACCOUNT:table/NAME"},
    ResourceType{"AWS::DynamoDB::GlobalTable", "TableName",
                 "arn:aws:dynamodb:REGION:ACCOUNT:table/NAME"},
    ResourceType{"AWS::Serverless::SimpleTable", "TableName",
                 "arn:aws:dynamodb:REGION:ACCOUNT:table/NAME"},
    ResourceType{"AWS::Kinesis::Stream", "Name", "arn:aws:kinesis:REGION:ACCOUNT:stream/NAME"},
    ResourceType{"AWS::KMS::Key", "", "arn:aws:kms:REGION:ACCOUNT:key/NAME"},
    ResourceType{"AWS::KMS::Alias", "AliasName", ""},
    ResourceType{"AWS::IAM::Role", "RoleName", "arn:aws:iam::ACCOUNT:role/NAME"},
    ResourceType{"AWS::IAM::User", "UserName", "arn:aws:iam::ACCOUNT:user/NAME"},
};

// nullptr for types that are not listed.
const ResourceType* find_resource_type(std::string_view type);

// The ARN of a resource. REQUIRES: the type has one.
std::string arn_of(const ResourceType& type, std::string_view name, std::string_view region);

}  // namespace stator::server::load
