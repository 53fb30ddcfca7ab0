// The tables of a template, as the operations that make them.
#pragma once

#include "server/command_line/load_options.h"
#include "server/load/node.h"

namespace stator::server::load {

// AWS::DynamoDB::Table, AWS::DynamoDB::GlobalTable and AWS::Serverless::SimpleTable; other
// resources are not looked at, nor are those whose condition does not hold. Throws LoadError.
//
// CreateTable comes first, then what it cannot say: Time to Live, point-in-time recovery, Kinesis
// destinations, contributor insights, replicas. ImportSourceSpecification and policies of streams
// are left aside, as are settings of auto scaling but for the capacity that they start with.
void read_template(const Source& source, const Node& root, const LoadOptions& options,
                   const StepSink& sink);

// The same for the templates in a service of the Serverless Framework (service_variables.h).
void read_service(const Source& source, const Node& service, const LoadOptions& options,
                  const StepSink& sink);

}  // namespace stator::server::load
