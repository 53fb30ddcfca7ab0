// Requests from JSON text and back, for the tests of server/wire.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include "model/error.h"
#include "server/wire/fields.h"
#include "server/wire/json.h"

namespace stator::wire::testing {

// The request in a body. Throws what decode throws, and std::runtime_error for what is not JSON.
template <class R>
R decode_text(std::string body) {
  const JsonDocument document(body);
  if (document.root() == nullptr) throw std::runtime_error("not JSON: " + body);
  return decode<R>(*document.root());
}

// What `act` throws as "SerializationException: <message>", or "no fault".
template <class Act>
std::string fault_of(Act act) {
  try {
    act();
  } catch (const Error& error) {
    return std::string(spelling(error.code()).name) + ": " + error.message();
  }
  return "no fault";
}

// What decoding the body throws.
template <class R>
std::string decode_fault(std::string body) {
  return fault_of([&] { decode_text<R>(std::move(body)); });
}

// What checking the decoded body throws.
template <class R>
std::string constraint_fault(std::string body) {
  return fault_of([&] { check_constraints(decode_text<R>(std::move(body))); });
}

inline std::string repeat(std::string_view text, std::size_t times) {
  std::string result;
  for (std::size_t i = 0; i < times; ++i) result += text;
  return result;
}

}  // namespace stator::wire::testing
