// projection = path , { "," , path }
#include <array>
#include <utility>
#include <vector>

#include "expressions/parse.h"
#include "expressions/parser.h"

namespace stator::expressions {
namespace {

constexpr std::array kFaultOrder = {ParseFault::kReservedWord, ParseFault::kListIndex,
                                    ParseFault::kPathDepth};

}  // namespace

ParsedProjection parse_projection_text(std::string_view text) {
  Parser parser(text, Grammar::kProjection, ExpressionKind::kProjection);
  std::vector<ParsedPath> paths;
  do {
    paths.push_back(parser.parse_path());
  } while (parser.take_if(TokenKind::kComma));
  parser.finish(kFaultOrder);
  return ParsedProjection(std::move(paths));
}

}  // namespace stator::expressions
