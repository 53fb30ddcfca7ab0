// Vector indexes in CreateTable and UpdateTable, and SearchVectors.
#pragma once

#include "server/wire/requests/table_settings.h"

namespace stator::wire {

// The order in which the service prints these is not known: the model's.
inline constexpr std::array<std::string_view, 3> kVectorDistanceFunctions{"COSINE", "DOT_PRODUCT",
                                                                          "EUCLIDEAN"};
inline constexpr std::array<std::string_view, 2> kSearchSchemaElementTypes{"HASH",
                                                                           "INLINE_FILTER"};

inline constexpr Constraint kDimensions{.required = true, .least = 1};
inline constexpr Constraint kDistanceFunction{.required = true,
                                              .choices = kVectorDistanceFunctions};
inline constexpr Constraint kSearchSchema{.length_min = 1};

struct VectorAttributeDefinition {
  std::optional<std::string> attribute_name;

  static constexpr std::string_view kShapeName = "VectorAttributeDefinition";
  static constexpr auto fields() {
    using R = VectorAttributeDefinition;
    return std::array{field<&R::attribute_name>(
        "AttributeName", {.required = true, .length_min = 1, .length_max = 255})};
  }
};

struct SearchSchemaElement {
  std::optional<std::string> attribute_name;
  std::optional<std::string> type;

  static constexpr std::string_view kShapeName = "SearchSchemaElement";
  static constexpr auto fields() {
    using R = SearchSchemaElement;
    return std::array{
        field<&R::attribute_name>("AttributeName", {.required = true, .length_max = 65535}),
        field<&R::type>("SearchSchemaElementType",
                        {.required = true, .choices = kSearchSchemaElementTypes}),
    };
  }
};

struct VectorIndex {
  std::optional<std::string> index_name;
  std::optional<VectorAttributeDefinition> vector_attribute;
  std::optional<std::vector<SearchSchemaElement>> search_schema;
  std::optional<Projection> projection;
  std::optional<std::int64_t> dimensions;
  std::optional<std::string> distance_function;

  static constexpr std::string_view kShapeName = "VectorIndex";
  static constexpr auto fields() {
    using R = VectorIndex;
    return std::array{
        field<&R::index_name>("IndexName", kRequiredIndexName),
        field<&R::vector_attribute>("VectorAttribute", kRequired),
        field<&R::search_schema>("SearchSchema", kSearchSchema),
        field<&R::projection>("Projection", kRequired),
        field<&R::dimensions>("Dimensions", kDimensions),
        field<&R::distance_function>("DistanceFunction", kDistanceFunction),
    };
  }
};

// The members of VectorIndex under another name.
struct CreateVectorIndexAction {
  std::optional<std::string> index_name;
  std::optional<VectorAttributeDefinition> vector_attribute;
  std::optional<std::vector<SearchSchemaElement>> search_schema;
  std::optional<Projection> projection;
  std::optional<std::int64_t> dimensions;
  std::optional<std::string> distance_function;

  static constexpr std::string_view kShapeName = "CreateVectorIndexAction";
  static constexpr auto fields() {
    using R = CreateVectorIndexAction;
    return std::array{
        field<&R::index_name>("IndexName", kRequiredIndexName),
        field<&R::vector_attribute>("VectorAttribute", kRequired),
        field<&R::search_schema>("SearchSchema", kSearchSchema),
        field<&R::projection>("Projection", kRequired),
        field<&R::dimensions>("Dimensions", kDimensions),
        field<&R::distance_function>("DistanceFunction", kDistanceFunction),
    };
  }
};

struct DeleteVectorIndexAction {
  std::optional<std::string> index_name;

  static constexpr std::string_view kShapeName = "DeleteVectorIndexAction";
  static constexpr auto fields() {
    using R = DeleteVectorIndexAction;
    return std::array{field<&R::index_name>("IndexName", kRequiredIndexName)};
  }
};

struct VectorIndexUpdate {
  std::optional<CreateVectorIndexAction> create;
  std::optional<DeleteVectorIndexAction> delete_;

  static constexpr std::string_view kShapeName = "VectorIndexUpdate";
  static constexpr auto fields() {
    using R = VectorIndexUpdate;
    return std::array{
        field<&R::create>("Create"),
        field<&R::delete_>("Delete"),
    };
  }
};

struct SearchVectorsRequest {
  std::optional<std::string> table_name;
  std::optional<std::string> index_name;
  std::optional<std::string> return_consumed_capacity;
  std::optional<WireNames> expression_attribute_names;
  std::optional<WireValues> expression_attribute_values;
  std::optional<std::string> projection_expression;
  std::optional<WireValueList> search_vector;
  std::optional<std::string> search_condition_expression;
  std::optional<std::int32_t> top_k;

  static constexpr auto fields() {
    using R = SearchVectorsRequest;
    return std::array{
        field<&R::table_name>("TableName", kItemTableName),
        field<&R::index_name>("IndexName", kRequiredIndexName),
        field<&R::return_consumed_capacity>("ReturnConsumedCapacity", kReturnConsumedCapacity),
        field<&R::expression_attribute_names>("ExpressionAttributeNames"),
        field<&R::expression_attribute_values>("ExpressionAttributeValues"),
        field<&R::projection_expression>("ProjectionExpression"),
        field<&R::search_vector>("SearchVector",
                                 {.required = true, .length_min = 1, .length_max = 4096}),
        field<&R::search_condition_expression>("SearchConditionExpression"),
        field<&R::top_k>("TopK", {.required = true, .least = 1}),
    };
  }
};

}  // namespace stator::wire
