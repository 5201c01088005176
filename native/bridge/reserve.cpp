#include "bridge/reserve.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <vector>

namespace bridge {
namespace {

struct Range {
  uintptr_t begin, end;
};

// What the driver gave: whole chunks. `used` holds the pieces handed out, begin -> end.
struct Span {
  uintptr_t end = 0;
  std::map<uintptr_t, uintptr_t> used;
};

std::mutex mutex;
std::map<uintptr_t, Span>& spans() {
  static auto* all = new std::map<uintptr_t, Span>();
  return *all;
}

void* pointer(uintptr_t address) { return reinterpret_cast<void*>(address); }

Range clip(Range range, Range to) { return {std::max(range.begin, to.begin), std::min(range.end, to.end)}; }

bool is_free(const Span& span, Range piece) {
  auto next = span.used.lower_bound(piece.begin);
  if (next != span.used.end() && next->first < piece.end) return false;
  return next == span.used.begin() || std::prev(next)->second <= piece.begin;
}

// The spans that touch `range`, in order.
std::vector<uintptr_t> touching(Range range) {
  std::vector<uintptr_t> found;
  for (const auto& [begin, span] : spans()) {
    if (begin < range.end && span.end > range.begin) found.push_back(begin);
  }
  return found;
}

// What no span of `held` covers.
std::vector<Range> gaps(Range range, const std::vector<uintptr_t>& held) {
  std::vector<Range> found;
  uintptr_t at = range.begin;
  for (uintptr_t begin : held) {
    if (begin > at) found.push_back({at, begin});
    at = std::max(at, spans()[begin].end);
  }
  if (at < range.end) found.push_back({at, range.end});
  return found;
}

// Reserves whole chunks; true if the driver followed exactly.
bool take(Range range) {
  void* got = nullptr;
  const size_t size = range.end - range.begin;
  if (cuda.cuMemAddressReserve(&got, size, 0, pointer(range.begin), 0) != CUDA_SUCCESS) return false;
  if (got != pointer(range.begin)) {
    cuda.cuMemAddressFree(got, size);
    return false;
  }
  spans()[range.begin].end = range.end;
  return true;
}

// Gives a span back to the driver if nothing of it is in use.
CUresult drop_if_unused(uintptr_t begin) {
  auto span = spans().find(begin);
  if (span == spans().end() || !span->second.used.empty()) return CUDA_SUCCESS;
  const size_t size = span->second.end - begin;
  spans().erase(span);
  return cuda.cuMemAddressFree(pointer(begin), size);
}

bool reserve_at(Range piece) {
  const Range chunks = {piece.begin / kChunk * kChunk, (piece.end + kChunk - 1) / kChunk * kChunk};
  if (chunks.end < piece.end) return false;
  const std::vector<uintptr_t> held = touching(piece);
  for (uintptr_t begin : held) {
    if (!is_free(spans()[begin], clip(piece, {begin, spans()[begin].end}))) return false;
  }
  std::vector<uintptr_t> taken;
  for (const Range& gap : gaps(chunks, touching(chunks))) {
    if (!take(gap)) {
      for (uintptr_t begin : taken) drop_if_unused(begin);
      return false;
    }
    taken.push_back(gap.begin);
  }
  for (uintptr_t begin : touching(piece)) {
    const Range part = clip(piece, {begin, spans()[begin].end});
    spans()[begin].used[part.begin] = part.end;
  }
  return true;
}

}  // namespace

hipError_t reserve(void** ptr, size_t size, size_t alignment, void* hint, unsigned long long flags) {
  if (ptr == nullptr || size == 0) return hipErrorInvalidValue;
  const uintptr_t begin = reinterpret_cast<uintptr_t>(hint);
  const bool aligned = alignment == 0 || begin % alignment == 0;
  if (begin != 0 && begin + size > begin && flags == 0 && aligned) {
    std::lock_guard<std::mutex> hold(mutex);
    if (reserve_at({begin, begin + size})) {
      *ptr = hint;
      return hipSuccess;
    }
  }
  return from(cuda.cuMemAddressReserve(ptr, size, alignment, nullptr, flags));
}

hipError_t unreserve(void* ptr, size_t size) {
  const uintptr_t begin = reinterpret_cast<uintptr_t>(ptr);
  const Range piece = {begin, begin + size};
  std::lock_guard<std::mutex> hold(mutex);
  const std::vector<uintptr_t> held = touching(piece);
  if (held.empty()) return from(cuda.cuMemAddressFree(ptr, size));
  for (uintptr_t at : held) {
    const Range part = clip(piece, {at, spans()[at].end});
    auto found = spans()[at].used.find(part.begin);
    if (found == spans()[at].used.end() || found->second != part.end) return hipErrorInvalidValue;
  }
  for (uintptr_t at : held) {
    spans()[at].used.erase(clip(piece, {at, spans()[at].end}).begin);
    BRIDGE_TRY(drop_if_unused(at));
  }
  return hipSuccess;
}

}  // namespace bridge

BRIDGE_API hipError_t hipMemAddressReserve(void** ptr, size_t size, size_t alignment, void* hint,
                                           unsigned long long flags) {
  return bridge::anywhere([&] { return bridge::reserve(ptr, size, alignment, hint, flags); });
}

BRIDGE_API hipError_t hipMemAddressFree(void* ptr, size_t size) {
  return bridge::anywhere([&] { return bridge::unreserve(ptr, size); });
}
