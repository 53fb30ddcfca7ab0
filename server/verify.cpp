#include "server/verify.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "model/error.h"
#include "server/wire/json.h"
#include "server/wire/value_json.h"
#include "server/wire/values.h"

namespace stator::server {
namespace {

// The members of answers that hold an item, a key or a part of one; or a list of them.
constexpr std::array<std::string_view, 9> kItemMembers = {
    "Attributes",       "Item",     "ItemCollectionKey", "Items", "Key", "Keys",
    "LastEvaluatedKey", "NewImage", "OldImage",
};

bool holds_items(std::string_view member) {
  return std::find(kItemMembers.begin(), kItemMembers.end(), member) != kItemMembers.end();
}

// An object of objects: what an item looks like. (Tags have a member "Key" too, which is a string.)
bool is_item(const wire::Json& json) {
  return json.IsObject() &&
         std::all_of(json.MemberBegin(), json.MemberEnd(), [](const auto& member) {
           return member.value.IsObject() && member.value.MemberCount() == 1;
         });
}

// Walks an answer in the order of its bytes.
class ReplyChecker {
 public:
  explicit ReplyChecker(std::string_view body) : body_(body) {}

  void check(const wire::Json& json) {
    if (json.IsArray()) {
      for (const wire::Json& element : json.GetArray()) check(element);
    } else if (json.IsObject()) {
      for (const auto& member : json.GetObject()) {
        const std::string_view name = wire::text_of(member.name);
        if (holds_items(name)) {
          check_items(member.value);
        } else if (name == "Responses" && member.value.IsObject()) {
          for (const auto& table : member.value.GetObject()) check_items(table.value);
        } else {
          check(member.value);
        }
      }
    }
  }

 private:
  void check_items(const wire::Json& json) {
    if (is_item(json)) return check_item(json);
    if (!json.IsArray()) return check(json);
    for (const wire::Json& element : json.GetArray()) check_items(element);
  }

  // Items come in order, so each is looked for behind the one before.
  void check_item(const wire::Json& json) {
    const wire::WireItem item = wire::decode_item(json, wire::Place::kMember);
    require_verified(item.fault() == nullptr, "an answer holds an item that cannot be stored",
                     body_);
    std::string text;
    wire::append_attributes(text, item.get());
    const std::size_t found = body_.find(text, at_);
    require_verified(found != std::string_view::npos, "an item is another when written again",
                     text);
    at_ = found + text.size();
  }

  std::string_view body_;
  std::size_t at_ = 0;
};

}  // namespace

void check_reply(const ApiReply& reply) {
  if (reply.body.empty()) return;
  std::string copy = reply.body;  // parsed in place
  const wire::JsonDocument document(copy);
  require_verified(document.root() != nullptr, "an answer is not JSON", reply.body);
  require_verified(document.root()->IsObject(), "an answer is not an object", reply.body);
  try {
    ReplyChecker(reply.body).check(*document.root());
  } catch (const Error& error) {
    fail_verification("an answer holds an item that cannot be read: " + error.message(),
                      reply.body);
  }
}

}  // namespace stator::server
