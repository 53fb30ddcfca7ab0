// Writes JSON onto the end of a string, as it is: no tree, no numbers in floating point.
//
//   JsonWriter json(body);
//   json.begin_object();
//   json.member("TableName", table);
//   json.key("Keys").begin_array(); ... json.end_array();
//   json.end_object();
//
// Commas take care of themselves: a value or key puts one before itself when something stands
// before it. What is left to the caller is to close what it opens and to give keys in objects only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "model/clock.h"

namespace stator::wire {

// Appends the shortest decimal that reads back as the same number. REQUIRES: it is finite.
void append_number(std::string& out, double value);

// Thread safety: none. `out` must outlive the writer.
class JsonWriter {
 public:
  explicit JsonWriter(std::string& out) : out_(out) {}

  // Makes room for about `bytes` more, so that a long answer is not moved while it grows.
  void reserve(std::size_t bytes) { out_.reserve(out_.size() + bytes); }

  JsonWriter& begin_object() { return open('{'); }
  JsonWriter& end_object() { return close('}'); }
  JsonWriter& begin_array() { return open('['); }
  JsonWriter& end_array() { return close(']'); }

  // A name that needs no escapes: a literal of the protocol.
  JsonWriter& key(std::string_view literal) {
    separate();
    out_ += '"';
    out_ += literal;
    out_ += "\":";
    needs_comma_ = false;
    return *this;
  }
  // A name from a request: an attribute, table or index.
  JsonWriter& escaped_key(std::string_view name);

  JsonWriter& string(std::string_view text);
  JsonWriter& integer(std::int64_t value);
  JsonWriter& number(double value);
  JsonWriter& boolean(bool value) { return raw(value ? "true" : "false"); }
  // Capacity, which is a double on the wire: 3 half units are 1.5, 4 are 2.0.
  JsonWriter& half_units(std::int64_t halves);
  // Epoch seconds with milliseconds as Java prints doubles, which is what the service answers and
  // every SDK reads: 1.760000000123E9.
  JsonWriter& timestamp(Timestamp time);
  // A value that is JSON already.
  JsonWriter& raw(std::string_view json) {
    separate();
    out_ += json;
    return *this;
  }

  // key and value in one.
  JsonWriter& member(std::string_view literal, std::string_view text) {
    return key(literal).string(text);
  }
  JsonWriter& member(std::string_view literal, const char* text) {
    return key(literal).string(text);
  }
  JsonWriter& member(std::string_view literal, std::int64_t value) {
    return key(literal).integer(value);
  }
  JsonWriter& member(std::string_view literal, bool value) { return key(literal).boolean(value); }
  JsonWriter& member(std::string_view literal, Timestamp time) {
    return key(literal).timestamp(time);
  }

  // The string written to, for functions that append a value themselves: call `value()` first,
  // which puts the comma.
  std::string& value() {
    separate();
    return out_;
  }

 private:
  // Called before every key and value.
  void separate() {
    if (needs_comma_) out_ += ',';
    needs_comma_ = true;
  }
  JsonWriter& open(char bracket) {
    separate();
    out_ += bracket;
    needs_comma_ = false;
    return *this;
  }
  JsonWriter& close(char bracket) {
    out_ += bracket;
    needs_comma_ = true;
    return *this;
  }

  std::string& out_;
  bool needs_comma_ = false;
};

}  // namespace stator::wire
