#include "tests/simulation/world.h"

#include <algorithm>
#include <chrono>

namespace stator::server::testing {

using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

namespace {

constexpr std::string_view kExpiry = "expires";

// Few keys make writes meet; many make a backfill take several slices.
std::size_t spread_of(std::uint64_t seed) { return seed % 3 == 0 ? 8 : 1 + seed % 2; }

DispatcherOptions options_of(std::uint64_t seed) {
  DispatcherOptions options;
  options.namespaces = engine::NamespaceMode::kRegion;
  options.durations.index = milliseconds(seed % 4 == 0 ? 0 : 20'000);
  options.durations.replication = milliseconds(seed % 3 * 700);
  return options;
}

}  // namespace

World::World(std::uint64_t seed) : random_(seed, spread_of(seed)), client_(options_of(seed), seed) {
  for (std::size_t i = 0; i <= random_.below(3); ++i) add_table(i);
  if (random_.chance(2)) replicas_ = std::make_unique<Replicas>(client_, random_);
}

void World::add_table(std::size_t number) {
  ModelTableOptions options;
  options.name = "table" + std::to_string(number);
  options.has_stream = random_.chance(2);
  if (random_.chance(2)) options.expiry_attribute = kExpiry;
  Place place;
  place.run = std::make_unique<ModelRun>(client_, random_, random_.schema(), options);
  place.run->create();
  place.indexes = std::make_unique<IndexLifecycle>(client_, random_, *place.run);
  if (options.has_stream) {
    place.follower = std::make_unique<StreamFollower>(client_, random_, *place.run);
  }
  if (random_.chance(2)) place.copies = std::make_unique<Copies>(client_, random_, *place.run);
  places_.push_back(std::move(place));
}

void World::step() {
  switch (random_.below(400)) {
    case 0:
    case 1:
    case 2:
    case 3:
    case 4:
      pass_time();
      break;
    case 5:
    case 6:
      any_place().indexes->change();
      break;
    case 7:
    case 8:
    case 9:
      any_place().indexes->put_unfit_item();
      break;
    case 10:
    case 11:
    case 12:
    case 13:
      use_token_again();
      break;
    case 14:
      verify();
      break;
    case 15:
      restore_snapshot();
      break;
    default:
      use_table();
      break;
  }
}

void World::use_table() {
  if (replicas_ && random_.chance(10)) return replicas_->write();
  if (random_.chance(12)) return transact_across();
  Place& place = any_place();
  if (place.copies && random_.chance(60)) return place.copies->back_up();
  if (place.copies && random_.chance(60)) return place.copies->restore();
  place.run->step();
}

// --- transactions

void World::transact_across() {
  std::vector<ModelRun*> tables;
  for (const Place& place : places_) tables.push_back(place.run.get());
  const std::string token = random_.chance(2) ? "" : "token-" + std::to_string(++tokens_);
  auto body = transact(client_, random_, tables, token);
  if (body && !token.empty()) {
    committed_.push_back({token, *std::move(body), client_.api().clock().now()});
  }
}

// Within ten minutes the same request succeeds and does nothing, another one is refused.
void World::use_token_again() {
  std::erase_if(committed_, [&](const Committed& each) {
    return client_.api().clock().now() - each.at >= minutes(10);
  });
  if (committed_.empty()) return;
  const Committed& each = committed_[random_.below(committed_.size())];
  if (random_.chance(2)) {
    client_.call("TransactWriteItems", each.body);
    return;
  }
  // No other request has this condition.
  client_.expect_refusal("TransactWriteItems",
                         R"({"TransactItems":[{"Delete":{"TableName":"table0","Key":)" +
                             to_json(random_.key(places_[0].run->model().schema())) +
                             R"(,"ConditionExpression":"another < one"}}],)"
                             R"("ClientRequestToken":")" + each.token + "\"}",
                         "IdempotentParameterMismatchException");
}

// --- snapshots

void World::restore_snapshot() {
  Dispatcher& server = client_.api().dispatcher();
  server.snapshots(SnapshotAction::kTake, "world");
  if (random_.chance(2)) {
    server.reset();
  } else {
    for (const Place& place : places_) {
      const std::string table = R"({"TableName":")" + place.run->name() + '"';
      for (int i = 0; i < 3; ++i) {
        client_.call_any("PutItem", table + R"(,"Item":)" +
                                        to_json(random_.item(place.run->model().schema())) + "}");
      }
      if (random_.chance(2)) client_.call_any("DeleteTable", table + "}");
    }
    server.run_background(random_.below(4));
  }
  const ApiReply restored = server.snapshots(SnapshotAction::kRestore, "world");
  if (restored.status != 200) client_.fail("no restore: " + restored.body);
  for (const Place& place : places_) {
    place.indexes->look();
    if (place.copies) place.copies->forget_times();
  }
}

// --- time

void World::pass_time() {
  // A stream forgets after 24 hours, so whoever follows it must not be late.
  const bool is_long = random_.chance(8);
  for (const Place& place : places_) {
    if (is_long && place.follower) place.follower->catch_up();
    if (place.copies) place.copies->note_time();
  }
  const auto passed = is_long ? milliseconds(hours(1 + random_.below(40)))
                              : milliseconds(seconds(1 + random_.below(90)));
  client_.api().clock().advance(passed + milliseconds(random_.below(1000)));
  run_background();
}

void World::run_background() {
  // Items expire in one of the slices: until all have run, nobody knows in which.
  while (client_.api().dispatcher().run_background(1) == 1) {
    for (const Place& place : places_) place.indexes->look();
    Place& place = any_place();
    if (place.run->options().expiry_attribute.empty() && random_.chance(2)) place.run->step();
    if (replicas_ && random_.chance(6)) replicas_->write();
  }
  settle();
}

void World::settle() {
  client_.api().dispatcher().run_background();
  const auto now = std::chrono::floor<seconds>(client_.api().clock().now().time_since_epoch());
  for (const Place& place : places_) {
    place.indexes->look();
    const std::string& expiry = place.run->options().expiry_attribute;
    if (!expiry.empty()) place.run->model().expire(expiry, now.count());
  }
}

void World::verify() {
  for (const Place& place : places_) {
    place.run->verify_all();
    if (place.follower) place.follower->catch_up();
  }
  if (!replicas_) return;
  // What is on its way arrives.
  for (const Place& place : places_) {
    if (place.copies) place.copies->note_time();
  }
  client_.api().clock().advance(seconds(3));
  settle();
  replicas_->compare();
}

}  // namespace stator::server::testing
