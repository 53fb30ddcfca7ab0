#include "engine/statement/read.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

#include "engine/key_check.h"
#include "model/error.h"
#include "model/limits.h"

namespace stator::engine {
namespace {

class SelectReader {
 public:
  SelectReader(const SelectPlan& plan, TableMeter& meter) : plan_(plan), meter_(meter) {}

  std::optional<SelectPage> run() {
    if (plan_.access.is_scan()) {
      if (!read_range(0, start_range({}), plan_.scan_units_min)) return std::nullopt;
      return std::move(page_);
    }
    const std::size_t first = plan_.start ? plan_.start->partition : 0;
    for (std::size_t i = first; i < plan_.access.partitions.size() && !page_.next; ++i) {
      if (is_full(i - first)) {
        page_.next = SelectPosition{i, std::nullopt};
      } else if (!read_partition(i)) {
        return std::nullopt;
      }
    }
    return std::move(page_);
  }

 private:
  const IndexSchema* index() const {
    return plan_.read.index ? &plan_.read.schema->indexes[*plan_.read.index] : nullptr;
  }

  std::size_t evaluated_max() const {
    const std::size_t most = plan_.access.partitions.size() > 1
                                 ? limits::kStatementPageItemsMax
                                 : std::numeric_limits<std::size_t>::max();
    return std::min(most, plan_.read.limit.value_or(most));
  }

  bool is_full(std::size_t partitions_read) const {
    return evaluated_ >= evaluated_max() || partitions_read >= limits::kStatementPageItemsMax ||
           bytes_ >= limits::kPageBytesMax;
  }

  // False: the indexes changed.
  bool read_partition(std::size_t partition) {
    const auto& conditions = plan_.access.partitions[partition];
    const IndexSchema* const read = index();
    const KeySchema& schema = read == nullptr ? plan_.read.schema->key : read->key;
    const bool is_key = std::all_of(conditions.begin(), conditions.end(), [](const auto& each) {
      return each.op == expressions::KeyOperator::kEqual;
    });
    if (read == nullptr && is_key && conditions.size() == schema.size()) {
      get(conditions);
      return true;
    }
    const auto query = expressions::resolve_key_conditions(conditions, schema);
    const bool continues = plan_.start && plan_.start->partition == partition;
    if (continues && plan_.start->key) {
      check_query_start(query, start_of_page(), read);
    }
    return read_range(partition, continues ? start_range(query.range) : query.range, 1);
  }

  // What is left of a range behind the place where the page before ended.
  KeyRange start_range(KeyRange range) const {
    if (!plan_.start || !plan_.start->key) return range;
    return after_key(std::move(range), start_of_page(), plan_.access.order);
  }

  // REQUIRES: the page before ended at a key.
  KeyBytes start_of_page() const {
    return start_key(*plan_.start->key, *plan_.read.schema, index(), ReadKind::kQuery);
  }

  bool read_range(std::size_t partition, KeyRange range, std::uint64_t units_min) {
    ReadPlan read = plan_.read;
    read.range = std::move(range);
    read.order = plan_.access.order;
    if (evaluated_max() != std::numeric_limits<std::size_t>::max()) {
      read.limit = evaluated_max() - evaluated_;
    }
    auto found = read_page(read);
    if (!found) return false;
    meter_.read_page(found->evaluated_bytes, plan_.mode, read.index, units_min);
    for (const std::size_t bytes : found->fetched_bytes) meter_.fetch_item(bytes, plan_.mode);
    evaluated_ += found->items.size();
    bytes_ += found->evaluated_bytes;
    if (!found->items.empty()) {
      page_.last_key =
          entry_key(found->items.back()->attributes(), *plan_.read.schema, index());
    }
    if (found->has_more) page_.next = SelectPosition{partition, page_.last_key};
    std::move(found->items.begin(), found->items.end(), std::back_inserter(page_.items));
    return true;
  }

  void get(const std::vector<expressions::KeyCondition>& conditions) {
    AttributeMap key;
    for (const auto& condition : conditions) {
      key.set(condition.attribute, condition.values.front());
    }
    const KeySchema& schema = plan_.read.table->key();
    if (auto fault = check_key(key, schema)) throw validation_error(std::move(fault->message));
    FoundItem found = read_item(*plan_.read.table, table_key(key, schema));
    meter_.read_item(found.size_bytes(), plan_.mode);
    ++evaluated_;
    bytes_ += found.size_bytes();
    if (found.item) page_.items.push_back(std::move(found.item));
    page_.last_key = std::move(key);
  }

  const SelectPlan& plan_;
  TableMeter& meter_;
  SelectPage page_;
  std::size_t evaluated_ = 0;
  std::size_t bytes_ = 0;
};

}  // namespace

std::optional<SelectPage> read_select(const SelectPlan& plan, TableMeter& meter) {
  return SelectReader(plan, meter).run();
}

}  // namespace stator::engine
