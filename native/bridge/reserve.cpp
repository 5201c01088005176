#include "bridge/reserve.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

namespace bridge {
namespace {

struct Range {
  uintptr_t begin, end;
};

// What the driver gave: whole chunks. Pieces are held as begin -> end.
struct Span {
  uintptr_t end = 0;
  std::map<uintptr_t, uintptr_t> used;    // handed out
  std::map<uintptr_t, uintptr_t> mapped;  // with memory behind them
};

std::mutex mutex;
std::map<uintptr_t, Span>& spans() {
  static auto* all = new std::map<uintptr_t, Span>();
  return *all;
}

void* pointer(uintptr_t address) { return reinterpret_cast<void*>(address); }

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

// Gives the spans back and takes `whole`, which holds them all, as one instead. What was handed out stays so.
bool merge(const std::vector<uintptr_t>& held, Range whole) {
  std::map<uintptr_t, Span> before;
  std::map<uintptr_t, uintptr_t> used;
  for (uintptr_t begin : held) {
    const Span& span = spans()[begin];
    if (!span.mapped.empty()) return false;
    used.insert(span.used.begin(), span.used.end());
    before[begin] = span;
  }
  for (const auto& [begin, span] : before) {
    cuda.cuMemAddressFree(pointer(begin), span.end - begin);
    spans().erase(begin);
  }
  if (take(whole)) {
    spans()[whole.begin].used = std::move(used);
    return true;
  }
  for (auto& [begin, span] : before) {
    if (take({begin, span.end})) spans()[begin].used = std::move(span.used);
  }
  return false;
}

bool reserve_at(Range piece) {
  Range chunks = {piece.begin / kChunk * kChunk, (piece.end + kChunk - 1) / kChunk * kChunk};
  if (chunks.end < piece.end) return false;
  const std::vector<uintptr_t> held = touching(chunks);
  for (uintptr_t begin : held) {
    const Span& span = spans()[begin];
    if (!is_free(span, piece)) return false;
    chunks = {std::min(chunks.begin, begin), std::max(chunks.end, span.end)};
  }
  const bool inside = held.size() == 1 && held[0] <= piece.begin && spans()[held[0]].end >= piece.end;
  if (!inside && !(held.empty() ? take(chunks) : merge(held, chunks))) return false;
  spans()[touching(piece).front()].used[piece.begin] = piece.end;
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
  std::lock_guard<std::mutex> hold(mutex);
  const std::vector<uintptr_t> held = touching({begin, begin + size});
  if (held.empty()) return from(cuda.cuMemAddressFree(ptr, size));
  Span& span = spans()[held.front()];
  const auto piece = span.used.find(begin);
  if (piece == span.used.end() || piece->second != begin + size) return hipErrorInvalidValue;
  span.used.erase(piece);
  return from(drop_if_unused(held.front()));
}

hipError_t map(void* ptr, size_t size, size_t offset, CUmemGenericAllocationHandle handle, unsigned long long flags) {
  const uintptr_t begin = reinterpret_cast<uintptr_t>(ptr);
  std::lock_guard<std::mutex> hold(mutex);
  BRIDGE_TRY(cuda.cuMemMap(ptr, size, offset, handle, flags));
  for (uintptr_t at : touching({begin, begin + size})) spans()[at].mapped[begin] = begin + size;
  return hipSuccess;
}

hipError_t unmap(void* ptr, size_t size) {
  const uintptr_t begin = reinterpret_cast<uintptr_t>(ptr);
  std::lock_guard<std::mutex> hold(mutex);
  BRIDGE_TRY(cuda.cuMemUnmap(ptr, size));
  for (uintptr_t at : touching({begin, begin + size})) {
    auto& mapped = spans()[at].mapped;
    mapped.erase(mapped.lower_bound(begin), mapped.lower_bound(begin + size));
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

BRIDGE_API hipError_t hipMemMap(void* ptr, size_t size, size_t offset, hipMemGenericAllocationHandle_t handle,
                                unsigned long long flags) {
  return bridge::in_context([&] { return bridge::map(ptr, size, offset, handle, flags); });
}

BRIDGE_API hipError_t hipMemUnmap(void* ptr, size_t size) {
  return bridge::in_context([&] { return bridge::unmap(ptr, size); });
}
