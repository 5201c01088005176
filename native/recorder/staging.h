// Bytes of asynchronous device-to-host copies.
//
// Right behind the program's copy the same source is copied once more, packed, into pinned memory of ours, on the same
// stream, and an event of ours recorded. Nobody waits for it: the bytes are collected when the event says that they
// have landed, at the program's own synchronising calls before these return, now and then at other calls, and at the
// end.
#pragma once

#include <hip/hip_runtime_api.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <vector>

#include "recorder/quiet.h"
#include "rect/rect.h"

namespace hrr {

class Session;

class Staging {
 public:
  struct Piece {
    uint8_t* data = nullptr;
    size_t size = 0;
    hipEvent_t event = nullptr;
    int device = 0;
    uint64_t host = 0;  // first and last byte of the program's own destination
    uint64_t host_end = 0;
  };
  // A copy that could not be staged.
  struct Unstaged {
    const void* base = nullptr;
    Rect rect;
    hipStream_t stream = nullptr;
    uint64_t records = 0;  // in the log, its own included
    uint64_t hash_at = 0;
  };
  // Issues the copy into the given memory.
  using Issue = hipError_t (*)(void* context, void* memory);

  explicit Staging(Session* session) : session_(session) {}

  // Enqueues the second copy. `kNoRoom`: too much is under way; `kCaptured`: nothing runs now, as the stream is being
  // captured into a graph.
  enum class Result { kStaged, kNoRoom, kCaptured };
  Result stage(size_t size, hipStream_t stream, Issue issue, void* context, Piece* piece);
  // The record that waits for these bytes: its hash pair lies at that offset of the log.
  void expect(const Piece& piece, uint64_t hash_at);

  // Whether a copy into that host memory is under way: what lies there now is not what will.
  bool writes_into(uint64_t from, uint64_t end);

  // The last resort: the bytes are taken where the program itself waits for its stream, if that is the very next call,
  // so that no other one can have changed them.
  void remember_unstaged(const Unstaged& copy);
  // After such a wait, before it is recorded.
  void waited(hipStream_t stream) { take_unstaged(&stream); }
  void waited() { take_unstaged(nullptr); }

  // Whether calls on the stream become nodes of a graph.
  static bool capturing(hipStream_t stream);

  // After a call that synchronised something: collects all that has landed.
  void synced() {
    if (pending_count_.load(std::memory_order_acquire) != 0) collect(false);
  }
  // At any other call.
  void tick(uint64_t now_ns) {
    if (pending_count_.load(std::memory_order_relaxed) != 0) tick_slowly(now_ns);
  }
  // Before the device is reset, which destroys our memory and events too.
  void leave_device();
  // Copies whose bytes nobody will collect any more.
  size_t given_up() const {
    return pending_count_.load(std::memory_order_acquire) + has_unstaged_.load(std::memory_order_acquire);
  }
  // At the end: waits a little for what is still under way.
  void drain();

 private:
  struct Pending {
    Piece piece;
    uint64_t hash_at;
  };

  void take_unstaged(const hipStream_t* stream);
  void tick_slowly(uint64_t now_ns);
  void collect(bool oldest_only);
  void collect_locked(bool oldest_only);
  void put_away(const Pending& pending);
  bool take_memory(size_t size, Piece* piece);
  bool take_event(Piece* piece);
  void give_back(const Piece& piece);

  Session* session_;
  Mutex mutex_;
  std::atomic<size_t> pending_count_{0};
  std::atomic<uint64_t> last_tick_{0};
  std::deque<Pending> pending_;
  std::map<size_t, std::vector<uint8_t*>> free_;        // by size class
  std::map<int, std::vector<hipEvent_t>> free_events_;  // by device
  std::vector<void*> slabs_;
  uint8_t* slab_ = nullptr;  // the one that pieces are cut from
  size_t slab_left_ = 0;
  size_t held_ = 0;  // bytes of all slabs
  std::atomic<bool> has_unstaged_{false};
  Unstaged unstaged_;
};

}  // namespace hrr
