#include "expressions/verify.h"

#include <string>

#include "expressions/condition_tree.h"
#include "expressions/partiql/parse.h"
#include "expressions/partiql/print.h"
#include "expressions/print.h"
#include "expressions/update_tree.h"
#include "model/error.h"

namespace stator::expressions {
namespace {

// What is bound again in order to be compared is not itself verified: that would never end.
thread_local bool is_verifying = false;

// Runs `bind_again` and compares what it gives. `text` is for the message.
template <class BindAgain, class IsEqual>
void check(const std::string& text, BindAgain bind_again, IsEqual is_equal) {
  if (is_verifying) return;
  is_verifying = true;
  try {
    require_verified(is_equal(bind_again()), "an expression is another when printed and reparsed",
                     text);
  } catch (const Error& error) {
    fail_verification("a printed expression is refused: " + error.message(), text);
  }
  is_verifying = false;
}

}  // namespace

void check_reprint(const Condition& condition, ExpressionKind kind) {
  // The conditions of statements are parsed by their own grammar, and reprinted with it.
  if (kind == ExpressionKind::kStatement) return;
  check(
      print(condition).text, [&] { return reprinted(condition, kind); },
      [&](const Condition& again) { return again.root() == condition.root(); });
}

void check_reprint(const UpdatePlan& plan, ExpressionKind kind) {
  if (kind == ExpressionKind::kStatement) return;
  check(
      print(plan).text, [&] { return reprinted(plan); },
      [&](const UpdatePlan& again) { return again.actions() == plan.actions(); });
}

void check_reprint(const ProjectionPaths& paths, ExpressionKind /*kind*/) {
  check(
      print(paths).text, [&] { return reprinted(paths); },
      [&](const ProjectionPaths& again) { return again.paths() == paths.paths(); });
}

void check_reprint(const std::vector<KeyCondition>& conditions, ExpressionKind /*kind*/) {
  check(
      print(conditions).text, [&] { return reprinted(conditions); },
      [&](const std::vector<KeyCondition>& again) { return again == conditions; });
}

void check_reprint(const partiql::Statement& statement, ExpressionKind /*kind*/) {
  const std::string text = partiql::print(statement);
  check(
      text, [&] { return partiql::parse_statement(text); },
      [&](const partiql::Statement& again) { return again == statement; });
}

}  // namespace stator::expressions
