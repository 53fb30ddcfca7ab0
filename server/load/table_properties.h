// What the kinds of tables in templates have in common: properties that become operations of their
// own.
//
// Private to load/.
#pragma once

#include <string>
#include <string_view>

#include "server/load/node.h"

namespace stator::server::load {

// One table of a template on its way into steps.
struct TableResource {
  const Source& source;
  const StepSink& sink;
  std::string table;  // its name
  std::size_t line;   // where the resource begins

  // Sends a request. The node becomes what the operation's field table says.
  void send(std::string_view operation, const Node& request, std::size_t at_line) const;
  // A request with the table's name and one more member.
  void send(std::string_view operation, std::string_view member, Node value) const;
};

// Specifications as templates spell them, into those of CreateTable.
Node to_stream(Node specification);      // StreamViewType
Node to_encryption(Node specification);  // SSEEnabled, SSEType, KMSMasterKeyId
Node to_policy(Node policy);             // PolicyDocument

// Send what the specification says; nothing if it is null.
void send_time_to_live(const TableResource& resource, Node specification);
void send_recovery(const TableResource& resource, Node specification);
void send_kinesis(const TableResource& resource, Node specification);
// Of the table, or of one of its indexes.
void send_insights(const TableResource& resource, std::string_view index,
                   const Node& specification);

}  // namespace stator::server::load
