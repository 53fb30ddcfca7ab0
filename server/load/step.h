// What all formats are read into: calls of operations, and where each comes from.
#pragma once

#include <cstddef>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace stator::server::load {

// A place in a file. The name's owner must outlive it.
struct Origin {
  std::string_view file;
  std::size_t line = 1;
};

// A file that cannot be loaded, in one line: "tables.json:12: what is wrong".
class LoadError : public std::runtime_error {
 public:
  // Of a whole file, or of what is no file at all.
  explicit LoadError(const std::string& message);
  LoadError(const Origin& origin, std::string_view message);
};

struct Step {
  Origin origin;
  std::string_view operation;  // static text: "CreateTable"
  std::string table;           // that it is about
  std::string body;            // the request, JSON
};

// Takes the steps of a file, in order.
using StepSink = std::function<void(Step step)>;

// {"TableName": <table>}, and with a member more {"TableName": <table>, <member>: <json>}.
std::string request_body(std::string_view table);
std::string request_body(std::string_view table, std::string_view member, std::string_view json);

}  // namespace stator::server::load
