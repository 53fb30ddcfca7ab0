// The parameters that expressions replaced, from the decoded request to the trees that expressions
// bind to: Expected, QueryFilter, ScanFilter, KeyConditions and AttributeUpdates.
//
// Each is read in two steps, because the service looks at attribute values early and at what the
// parameters mean late.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "expressions/legacy.h"
#include "server/wire/requests/common.h"

namespace stator::server {

// Take the values out of the request; throw for values that are at fault.
std::vector<expressions::LegacyExpectation> take_expected(
    std::optional<wire::ExpectedMap>& expected);
std::vector<expressions::LegacyCondition> take_conditions(
    std::optional<wire::ConditionMap>& conditions);
std::vector<expressions::LegacyUpdate> take_updates(
    std::optional<wire::WireMap<wire::AttributeValueUpdate>>& updates);

// Bind them; nothing when there is nothing to bind. Throw for what the parameters may not say, and
// for a ConditionalOperator without conditions.
std::optional<expressions::Condition> bind_expected(
    std::vector<expressions::LegacyExpectation> expected,
    const std::optional<std::string>& conditional_operator);
std::optional<expressions::Condition> bind_filter(
    std::vector<expressions::LegacyCondition> conditions,
    const std::optional<std::string>& conditional_operator);

}  // namespace stator::server
