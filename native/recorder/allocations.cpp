#include "recorder/allocations.h"

#include <algorithm>
#include <iterator>

namespace hrr {

namespace {

const Range* holder(const std::map<uint64_t, Range>& ranges, uint64_t address) {
  auto after = ranges.upper_bound(address);
  if (after == ranges.begin()) return nullptr;
  const auto& [base, range] = *--after;
  return address - base < range.size ? &range : nullptr;
}

}  // namespace

void Allocations::add(uint64_t base, uint64_t size, Memory memory) {
  if (base == 0 || size == 0) return;
  std::lock_guard<Mutex> hold(mutex_);
  ranges_[base] = {base, size, memory, ++last_id_};
  if (memory == Memory::kPinned) cover(base, size);
}

Range Allocations::take(uint64_t base) {
  std::lock_guard<Mutex> hold(mutex_);
  const auto found = ranges_.find(base);
  if (found == ranges_.end()) return {};
  const Range range = found->second;
  ranges_.erase(found);
  for (auto alias = aliases_.begin(); alias != aliases_.end();) {
    alias = alias->second.base == base ? aliases_.erase(alias) : std::next(alias);
  }
  return range;
}

Range Allocations::find(uint64_t address) const {
  std::lock_guard<Mutex> hold(mutex_);
  const Range* found = holder(ranges_, address);
  return found ? *found : Range{};
}

void Allocations::alias(uint64_t device, uint64_t host) {
  std::lock_guard<Mutex> hold(mutex_);
  const Range* found = holder(ranges_, host);
  if (!found || found->memory != Memory::kPinned || device == 0 || device == host) return;
  const uint64_t base = device - (host - found->base);
  aliases_[base] = *found;
  cover(base, found->size);
}

Range Allocations::look_for_pinned(uint64_t address) const {
  std::lock_guard<Mutex> hold(mutex_);
  const Range* found = holder(ranges_, address);
  if (!found) found = holder(aliases_, address);
  return found && found->memory == Memory::kPinned ? *found : Range{};
}

void Allocations::cover(uint64_t base, uint64_t size) {
  pinned_from_.store(std::min(pinned_from_.load(std::memory_order_relaxed), base), std::memory_order_relaxed);
  pinned_end_.store(std::max(pinned_end_.load(std::memory_order_relaxed), base + size), std::memory_order_relaxed);
}

void Allocations::drop_pinned() {
  std::lock_guard<Mutex> hold(mutex_);
  for (auto range = ranges_.begin(); range != ranges_.end();) {
    range = range->second.memory == Memory::kPinned ? ranges_.erase(range) : std::next(range);
  }
  aliases_.clear();
}

Allocations& allocations() {
  static Allocations& all = *new Allocations();
  return all;
}

}  // namespace hrr
