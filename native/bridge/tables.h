// The generated number-to-number tables, and how to ask them.
#pragma once

#include <cuda_driver.h>

#include <algorithm>
#include <cuda_tables.inc>
#include <iterator>

// The number that stands for `key`, or `otherwise`.
template <size_t N>
int look_up(const Pair (&table)[N], int key, int otherwise) {
  const Pair* end = std::end(table);
  const Pair* found =
      std::lower_bound(std::begin(table), end, key, [](const Pair& pair, int k) { return pair.from < k; });
  return found != end && found->from == key ? found->to : otherwise;
}
