// HTTP: bytes through a session. Cut in two at a place that the first byte names, they give the
// very answers that they give in one piece, but for the refusal of a last request that never ends:
// whether its fault is seen before the client is gone depends on the pieces. Answers are whole, and
// no session ends with a failure.
#include <string>
#include <string_view>
#include <utility>

#include "tests/fuzz/property.h"
#include "tests/unit/server/http_connection.h"

namespace stator::fuzz {
namespace {

using server::http::testing::Connection;

struct Outcome {
  std::string answers;
  std::size_t calls = 0;
};

// Whether a body is asked for depends on whether it is there already.
std::string without_continues(std::string text) {
  constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
  for (std::size_t at = text.find(kContinue); at != std::string::npos; at = text.find(kContinue)) {
    text.erase(at, kContinue.size());
  }
  return text;
}

Outcome run(std::string_view first, std::string_view second) {
  Connection connection;
  connection.start();
  connection.send(first);
  if (!second.empty() && !connection.has_ended()) connection.send(second);
  if (!connection.has_ended()) connection.close_sending_half();
  // Whoever is still awaited is given up in time.
  for (int i = 0; i < 20 && !connection.has_ended(); ++i) {
    connection.pass(std::chrono::minutes(1));
  }
  require(connection.has_ended(), "a session ends", first);
  require(connection.failure() == nullptr, "a session does not fail", first);
  return {without_continues(connection.received()), connection.api().calls.size()};
}

// The same, or one more refusal.
bool agree(std::string_view a, std::string_view b) {
  if (a.size() > b.size()) std::swap(a, b);
  if (!b.starts_with(a)) return false;
  const std::string_view rest = b.substr(a.size());
  return rest.empty() || rest.starts_with("HTTP/1.1 4");
}

void check_answers(std::string_view text, std::string_view input) {
  if (text.empty()) return;
  require(text.starts_with("HTTP/1."), "an answer begins with a status line", input);
  require(text.find("\r\n\r\n") != std::string::npos, "an answer has a whole head", input);
}

}  // namespace
}  // namespace stator::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const std::string_view bytes = stator::fuzz::text_of(data + 1, size - 1);
  const std::size_t cut = data[0] % bytes.size();
  const auto whole = stator::fuzz::run(bytes, {});
  const auto parts = stator::fuzz::run(bytes.substr(0, cut), bytes.substr(cut));
  stator::fuzz::check_answers(whole.answers, bytes);
  stator::fuzz::require(whole.calls == parts.calls, "a cut changes no call", bytes);
  stator::fuzz::require(stator::fuzz::agree(whole.answers, parts.answers),
                        "a cut changes no answer", bytes);
  return 0;
}
