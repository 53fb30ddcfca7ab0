// Every bound, pattern, enum and required member of every request, at both sides of its edge.
//
// What is bounded comes from the field tables, which tests/model_check compares with the service's
// model; what is answered is derived here from the rules of constraint violations: paths in camel
// case, list elements from 1, one text for each kind of constraint.
#include <functional>
#include <limits>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "server/wire/constraints.h"
#include "server/wire/requests/all.h"
#include "tests/unit/server/wire_helpers.h"

namespace stator::wire {
namespace {

using testing::constraint_fault;
using testing::repeat;

constexpr Constraint kFree;

std::string camel(std::string_view name) {
  std::string text(name);
  if (text[0] >= 'A' && text[0] <= 'Z') text[0] = static_cast<char>(text[0] - 'A' + 'a');
  return text;
}

std::string at_least(std::string_view what, std::int64_t bound) {
  return "Member must have " + std::string(what) + " greater than or equal to " +
         std::to_string(bound);
}

std::string at_most(std::string_view what, std::int64_t bound) {
  return "Member must have " + std::string(what) + " less than or equal to " +
         std::to_string(bound);
}

// A text of `length` characters that fits the pattern, if there is an obvious one.
std::string sample(const Constraint& constraint, std::size_t length) {
  if (constraint.pattern == nullptr) return std::string(length, 'a');
  for (const char c : std::string_view("a0,;")) {
    const std::string text(length, c);
    if (constraint.pattern->matches(text)) return text;
  }
  return std::string(length, 'a');
}

// The smallest thing of a shape.
std::string filler(const Shape& shape) {
  switch (shape.kind) {
    case Kind::kString: return "\"aaa\"";
    case Kind::kBlob: return "\"YWE=\"";
    case Kind::kBoolean: return "true";
    case Kind::kList: return "[]";
    case Kind::kMap:
    case Kind::kStruct: return "{}";
    default: return "1";
  }
}

std::string quoted(std::string_view text) { return "\"" + std::string(text) + "\""; }

// Walks the members of one request. A place is what a member needs to be reached: the body around
// it, and its path in messages.
class EdgeWalk {
 public:
  using Fault = std::function<std::string(std::string)>;

  EdgeWalk(std::string operation, Fault fault)
      : operation_(std::move(operation)), fault_(std::move(fault)) {}

  struct Place {
    std::string before;
    std::string after;
    std::string path;
  };

  void visit(const Shape& shape, const Constraint& constraint, const Place& place) {
    switch (shape.kind) {
      case Kind::kString:
        visit_string(constraint, place);
        break;
      case Kind::kInteger:
      case Kind::kLong:
        visit_number(shape, constraint, place);
        break;
      case Kind::kList:
        visit_list(shape, constraint, place);
        break;
      case Kind::kMap:
        visit(*shape.element, kFree,
              {place.before + "{\"k\":", "}" + place.after, place.path + ".k.member"});
        break;
      case Kind::kStruct:
        visit_members(shape, place);
        break;
      default:
        break;
    }
  }

  void visit_members(const Shape& shape, const Place& place) {
    for (const MemberShape& member : shape.members) {
      const Constraint& constraint = member.constraint == nullptr ? kFree : *member.constraint;
      const std::string dot = place.path.empty() ? "" : ".";
      const std::string path = constraint.path.empty() ? place.path + dot + camel(member.name)
                                                       : std::string(constraint.path);
      if (constraint.required && constraint.absent_text.empty()) {
        expect(place, "{" + others(place, member) + "}", path, "Member must not be null");
      }
      std::string rest = others(place, member);
      if (!rest.empty()) rest += ",";
      visit(*member.shape, constraint,
            {place.before + "{" + rest + quoted(member.name) + ":", "}" + place.after, path});
    }
  }

  int cases() const { return cases_; }

 private:
  // Some operations tell the lack of a table's name before anything else.
  std::string others(const Place& place, const MemberShape& member) const {
    return place.path.empty() && needs_table && member.name != "TableName"
               ? R"("TableName":"aaa")"
               : "";
  }

  void visit_string(const Constraint& constraint, const Place& place) {
    Constraint bounds = constraint;
    const bool is_table = constraint.name == NameRule::kTable;
    if (is_table || constraint.name == NameRule::kItemTable) {
      bounds.length_min = is_table ? 3 : 1;
      bounds.length_max = 255;
      edge(place, "arn:" + repeat("a", 1020), "arn:" + repeat("a", 1021), at_most("length", 1024));
      edge(place, "abc", "a c", "Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+");
    }
    if (constraint.name == NameRule::kPattern) {
      edge(place, "a-Z_0.9", "a:b",
           "Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+");
    }
    if (bounds.length_min > 0) {
      edge(place, sample(bounds, bounds.length_min), sample(bounds, bounds.length_min - 1),
           at_least("length", static_cast<std::int64_t>(bounds.length_min)));
    }
    if (bounds.length_max != kUnbounded) {
      edge(place, sample(bounds, bounds.length_max), sample(bounds, bounds.length_max + 1),
           at_most("length", static_cast<std::int64_t>(bounds.length_max)));
    }
    if (constraint.pattern != nullptr) {
      const bool takes_dollars = constraint.pattern->matches("$");
      expect(place, quoted(takes_dollars ? "\\u0000" : "$"), place.path,
             "Member must satisfy regular expression pattern: " +
                 std::string(constraint.pattern->text));
    }
    if (constraint.choices.empty()) return;
    std::string set;
    for (const std::string_view choice : constraint.choices) {
      set += (set.empty() ? "" : ", ") + std::string(choice);
    }
    for (const std::string_view choice : constraint.choices) {
      edge(place, choice, std::string(choice) + "_",
           "Member must satisfy enum value set: [" + set + "]");
    }
  }

  void visit_number(const Shape& shape, const Constraint& constraint, const Place& place) {
    using Limits = std::numeric_limits<std::int64_t>;
    const bool is_integer = shape.kind == Kind::kInteger;
    const auto fits = [&](std::int64_t value) {
      return !is_integer || (value >= std::numeric_limits<std::int32_t>::min() &&
                             value <= std::numeric_limits<std::int32_t>::max());
    };
    if (constraint.least != Limits::min() && fits(constraint.least - 1)) {
      number_edge(place, constraint.least, constraint.least - 1,
                  at_least("value", constraint.least));
    }
    if (constraint.most != Limits::max() && fits(constraint.most + 1)) {
      number_edge(place, constraint.most, constraint.most + 1, at_most("value", constraint.most));
    }
  }

  void visit_list(const Shape& shape, const Constraint& constraint, const Place& place) {
    const auto list = [&](std::size_t length) {
      std::string text = "[";
      for (std::size_t i = 0; i < length; ++i) text += (i == 0 ? "" : ",") + filler(*shape.element);
      return text + "]";
    };
    if (!constraint.empty_text.empty()) {
      EXPECT_EQ(fault_(place.before + "[]" + place.after),
                "ValidationException: " + std::string(constraint.empty_text));
    } else if (constraint.length_min > 0) {
      const std::string text = at_least("length", static_cast<std::int64_t>(constraint.length_min));
      expect(place, list(constraint.length_min - 1), place.path, text);
      expect_not(place, list(constraint.length_min), place.path, text);
    }
    if (constraint.length_max != kUnbounded) {
      const std::string text = at_most("length", static_cast<std::int64_t>(constraint.length_max));
      expect(place, list(constraint.length_max + 1), place.path, text);
      expect_not(place, list(constraint.length_max), place.path, text);
    }
    visit(*shape.element, constraint.element == nullptr ? kFree : *constraint.element,
          {place.before + "[", "]" + place.after, place.path + ".1.member"});
  }

  void edge(const Place& place, std::string_view good, std::string_view bad,
            const std::string& text) {
    expect(place, quoted(bad), place.path, text);
    expect_not(place, quoted(good), place.path, text);
  }

  void number_edge(const Place& place, std::int64_t good, std::int64_t bad,
                   const std::string& text) {
    expect(place, std::to_string(bad), place.path, text);
    expect_not(place, std::to_string(good), place.path, text);
  }

  static std::string violation(const std::string& path, const std::string& text) {
    return "at '" + path + "' failed to satisfy constraint: " + text;
  }

  void expect(const Place& place, const std::string& json, const std::string& path,
              const std::string& text) {
    const std::string fault = fault_(place.before + json + place.after);
    EXPECT_TRUE(fault.find(violation(path, text)) != std::string::npos)
        << operation_ << ' ' << (place.before + json + place.after).substr(0, 300) << '\n'
        << violation(path, text) << "\nbut " << fault.substr(0, 600);
    ++cases_;
  }

  void expect_not(const Place& place, const std::string& json, const std::string& path,
                  const std::string& text) {
    const std::string fault = fault_(place.before + json + place.after);
    EXPECT_TRUE(fault.find(violation(path, text)) == std::string::npos)
        << operation_ << ' ' << path << '\n'
        << fault.substr(0, 600);
  }

  std::string operation_;
  Fault fault_;
  int cases_ = 0;

 public:
  bool needs_table = false;
};

TEST(Constraints, OfEveryMemberOfEveryRequestAtItsEdge) {
  int cases = 0;
  for_each_request([&]<class R>(const char* operation) {
    EdgeWalk walk(operation, [](std::string body) { return constraint_fault<R>(std::move(body)); });
    for (const Field<R>& field : kFields<R>) {
      walk.needs_table = walk.needs_table || !field.constraint.absent_text.empty();
    }
    walk.visit_members(kRequestShape<R>, {"", "", ""});
    cases += walk.cases();
  });
  EXPECT_GT(cases, 700);
}

}  // namespace
}  // namespace stator::wire
