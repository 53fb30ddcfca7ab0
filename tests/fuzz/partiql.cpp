// PartiQL: what parses is equal when printed and parsed again; with parameters of every type it
// binds, or is refused in words.
#include "expressions/partiql/bind.h"
#include "expressions/partiql/parse.h"
#include "expressions/partiql/print.h"
#include "tests/fuzz/expression_samples.h"
#include "tests/fuzz/property.h"

namespace stator::fuzz {
namespace {

void check(std::string_view text) {
  namespace partiql = expressions::partiql;
  const partiql::Statement statement = partiql::parse_statement(text);
  const std::string printed = partiql::print(statement);
  require(partiql::parse_statement(printed) == statement, "a statement prints as itself", printed);
  if (statement.parameters > 20) return;
  const auto samples = sample_values();
  for (std::size_t first = 0; first < samples.size(); ++first) {
    std::vector<AttributeValue> parameters;
    for (std::size_t i = 0; i < statement.parameters; ++i) {
      parameters.push_back(samples[(first + i) % samples.size()].second);
    }
    run_refusable([&] { partiql::bind_parameters(statement, std::move(parameters)); });
    if (statement.parameters == 0) return;
  }
}

}  // namespace
}  // namespace stator::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = stator::fuzz::text_of(data, size);
  stator::fuzz::run_refusable([text] { stator::fuzz::check(text); });
  return 0;
}
