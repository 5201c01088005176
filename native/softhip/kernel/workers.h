// Helpers for work that consists of many independent pieces.
#pragma once

#include <cstdint>

namespace softhip {

// Calls work(context, first, last) for pieces that together are [0, count), on this thread and, once it has turned out
// to take some time, on helpers. Returns when all are done.
void run_pieces(uint64_t count, void (*work)(void* context, uint64_t first, uint64_t last), void* context);

template <typename Work>
void run_pieces(uint64_t count, Work work) {
  run_pieces(
      count, [](void* context, uint64_t first, uint64_t last) { (*static_cast<Work*>(context))(first, last); }, &work);
}

// Processors that this process may use.
unsigned processors();

}  // namespace softhip
