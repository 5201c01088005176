#include "recorder/allocations.h"

namespace hrr {

void Allocations::add(uint64_t base, uint64_t size, Memory memory) {
  if (base == 0 || size == 0) return;
  std::lock_guard<std::mutex> hold(mutex_);
  ranges_[base] = {base, size, memory};
}

Range Allocations::take(uint64_t base) {
  std::lock_guard<std::mutex> hold(mutex_);
  const auto found = ranges_.find(base);
  if (found == ranges_.end()) return {};
  const Range range = found->second;
  ranges_.erase(found);
  return range;
}

Range Allocations::find(uint64_t address) const {
  std::lock_guard<std::mutex> hold(mutex_);
  auto after = ranges_.upper_bound(address);
  if (after == ranges_.begin()) return {};
  const Range& range = (--after)->second;
  return address - range.base < range.size ? range : Range{};
}

Allocations& allocations() {
  static Allocations& all = *new Allocations();
  return all;
}

}  // namespace hrr
