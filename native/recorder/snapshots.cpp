#include "recorder/snapshots.h"

#include <algorithm>

#include "recorder/call.h"
#include "recorder/payload.h"
#include "recorder/real.h"
#include "recorder/session.h"

namespace hrr {
namespace {

constexpr uint64_t kChunk = 256u << 10;
constexpr size_t kMost = 65535;  // in a record
constexpr uint8_t kPutBack = 0, kLeaveAlone = 1;
constexpr uint32_t kExtension = 0x58525248, kQuiet = 1;  // no work was under way on the streams that use the memory

// Ranges by base, each once.
std::vector<Range> ranges_of(const std::vector<uint64_t>& addresses) {
  std::vector<Range> ranges;
  for (const uint64_t address : addresses) {
    const Range range = allocations().find_pinned(address);
    const auto same = [&](const Range& other) { return other.base == range.base; };
    if (range.size != 0 && std::none_of(ranges.begin(), ranges.end(), same)) ranges.push_back(range);
  }
  std::sort(ranges.begin(), ranges.end(), [](const Range& a, const Range& b) { return a.base < b.base; });
  return ranges;
}

size_t chunks_in(const Range& range) { return (range.size + kChunk - 1) / kChunk; }

// Memory that went with its context, or was unmapped while it was registered, must not end the program.
bool readable(const Range& range) {
  uint8_t byte;
  return read_memory(&byte, reinterpret_cast<const void*>(range.base), 1, false) &&
         read_memory(&byte, reinterpret_cast<const void*>(range.base + range.size - 1), 1, false);
}

Key fastest_hash(const void* data, size_t size) {
  return hash_bytes(load_xxhash() ? HashKind::kXxh3 : HashKind::kReference, data, size);
}

uint64_t thread_of(hipStream_t stream) { return stream == hipStreamPerThread ? this_thread.id : 0; }

bool idle(hipStream_t stream) {
  real::RelaxedCapture relaxed;
  return !Staging::capturing(stream) && HRR_REAL(hipStreamQuery)(stream) == hipSuccess;
}

}  // namespace

void Snapshots::Taken::add_to(LongRecord* record) const {
  bool quiet = !chunks.empty();
  for (const Chunk& chunk : chunks) {
    record->add(chunk.base);
    record->add(chunk.offset);
    record->add(chunk.size);
    record->add(chunk.blob);
    record->add(chunk.unchanged && chunk.busy ? kLeaveAlone : kPutBack);
    quiet = quiet && !chunk.busy;
  }
  if (!quiet) return;
  record->add(kExtension);
  record->add(kQuiet);
}

void Snapshots::take(const std::vector<uint64_t>& addresses, hipStream_t stream, Taken* taken) {
  std::lock_guard<Mutex> hold(mutex_);
  const std::vector<Range> ranges = ranges_of(addresses);
  if (ranges.empty()) return;
  real::QuietErrors quiet;
  if (Staging::capturing(stream)) {
    taken->missing = "the pinned memory that a kernel reads is not recorded while its launch is captured into a graph";
    return;
  }
  size_t count = 0;
  for (const Range& range : ranges) {
    count += chunks_in(range);
    if (!readable(range)) taken->missing = "the pinned memory that a kernel reads could not be read";
  }
  if (count > kMost) taken->missing = "the pinned memory that a kernel reads is too large to be recorded";
  if (taken->missing) return;
  taken->chunks.reserve(count);
  for (const Range& range : ranges) {
    Memory& memory = memories_[range.base];
    if (memory.id != range.id) memory = {range.id, std::vector<Known>(chunks_in(range)), {}};
    look(range, memory, busy(&memory, stream), taken);
  }
}

bool Snapshots::busy(Memory* memory, hipStream_t stream) {
  const uint64_t thread = thread_of(stream);
  bool found = !idle(stream);
  auto& users = memory->users;
  for (auto user = users.begin(); user != users.end();) {
    const bool ours = user->stream == stream && user->thread == thread;
    // Another thread's own stream cannot be asked.
    const bool done = ours || (user->thread == 0 && idle(user->stream));
    if (done) {
      user = users.erase(user);
    } else {
      found = true;
      ++user;
    }
  }
  users.push_back({stream, thread});
  return found;
}

void Snapshots::look(const Range& range, const Memory& memory, bool busy, Taken* taken) {
  for (uint64_t offset = 0; offset < range.size; offset += kChunk) {
    const uint64_t at = range.base + offset, size = std::min(kChunk, range.size - offset);
    const auto* data = reinterpret_cast<const void*>(at);
    const Known& known = memory.chunks[offset / kChunk];
    Taken::Chunk chunk{range.base, offset, size, range.id, fastest_hash(data, size), known.blob, true, busy};
    if (!known.blob || !(known.content == chunk.content)) {
      chunk.blob = session_->blobs.put(data, size);
      chunk.unchanged = false;
    }
    chunk.busy = busy || session_->staging.writes_into(at, at + size);
    taken->chunks.push_back(chunk);
  }
}

void Snapshots::recorded(const Taken& taken) {
  if (taken.chunks.empty()) return;
  std::lock_guard<Mutex> hold(mutex_);
  for (const Taken::Chunk& chunk : taken.chunks) {
    const auto memory = memories_.find(chunk.base);
    if (memory != memories_.end() && memory->second.id == chunk.id) {
      memory->second.chunks[chunk.offset / kChunk] = {chunk.content, chunk.blob};
    }
    if (!chunk.unchanged && chunk.busy) unordered_.fetch_add(1, std::memory_order_relaxed);
  }
  chunks_.fetch_add(taken.count(), std::memory_order_relaxed);
}

void Snapshots::forget(uint64_t base) {
  std::lock_guard<Mutex> hold(mutex_);
  memories_.erase(base);
}

void Snapshots::forget(hipStream_t stream) {
  std::lock_guard<Mutex> hold(mutex_);
  for (auto& [base, memory] : memories_) {
    auto& users = memory.users;
    const auto gone = [&](const User& user) { return user.stream == stream; };
    users.erase(std::remove_if(users.begin(), users.end(), gone), users.end());
  }
}

void Snapshots::leave_device() {
  std::lock_guard<Mutex> hold(mutex_);
  allocations().drop_pinned();
  memories_.clear();
}

}  // namespace hrr
