#include "recorder/staging.h"

#include <time.h>

#include <algorithm>

#include "recorder/real.h"
#include "recorder/session.h"

namespace hrr {
namespace {

constexpr size_t kSlab = 4u << 20;
constexpr size_t kSmallest = 4096;
constexpr size_t kBudget = 256u << 20;
constexpr uint64_t kTickNs = 1000000;
constexpr int kDrainSteps = 1000;  // of a millisecond each

size_t size_class(size_t size) {
  size_t rounded = kSmallest;
  while (rounded < size) rounded *= 2;
  return rounded;
}

int device_of(hipStream_t stream) {
  int count = 0, device = 0;
  if (HRR_REAL(hipGetDeviceCount)(&count) == hipSuccess && count == 1) return 0;
  const bool special = stream == nullptr || stream == hipStreamLegacy || stream == hipStreamPerThread;
  hipDevice_t of_stream = 0;
  if (!special && HRR_REAL(hipStreamGetDevice)(stream, &of_stream) == hipSuccess) return of_stream;
  (void)HRR_REAL(hipGetDevice)(&device);
  return device;
}

class OnDevice {
 public:
  explicit OnDevice(int device) {
    if (HRR_REAL(hipGetDevice)(&before_) != hipSuccess || before_ == device) return;
    switched_ = HRR_REAL(hipSetDevice)(device) == hipSuccess;
  }
  ~OnDevice() {
    if (switched_) (void)HRR_REAL(hipSetDevice)(before_);
  }

 private:
  int before_ = 0;
  bool switched_ = false;
};

}  // namespace

bool Staging::capturing(hipStream_t stream) {
  // On the null stream a copy cannot be captured.
  if (stream == nullptr || stream == hipStreamLegacy) return false;
  hipStreamCaptureStatus status = hipStreamCaptureStatusNone;
  return HRR_REAL(hipStreamIsCapturing)(stream, &status) != hipSuccess || status != hipStreamCaptureStatusNone;
}

Staging::Result Staging::stage(size_t size, hipStream_t stream, Issue issue, void* context, Piece* piece) {
  real::QuietErrors quiet;
  if (capturing(stream)) return Result::kCaptured;
  std::lock_guard<Mutex> hold(mutex_);
  piece->device = device_of(stream);
  piece->size = size;
  if (!take_event(piece)) return Result::kNoRoom;
  if (!take_memory(size, piece)) {
    free_events_[piece->device].push_back(piece->event);
    return Result::kNoRoom;
  }
  if (issue(context, piece->data) == hipSuccess && HRR_REAL(hipEventRecord)(piece->event, stream) == hipSuccess) {
    return Result::kStaged;
  }
  // The copy may be under way without an event to tell: its memory is not used again.
  free_events_[piece->device].push_back(piece->event);
  return Result::kNoRoom;
}

bool Staging::take_event(Piece* piece) {
  auto& events = free_events_[piece->device];
  if (!events.empty()) {
    piece->event = events.back();
    events.pop_back();
    return true;
  }
  real::RelaxedCapture relaxed;
  OnDevice on(piece->device);
  return HRR_REAL(hipEventCreateWithFlags)(&piece->event, hipEventDisableTiming) == hipSuccess;
}

bool Staging::take_memory(size_t size, Piece* piece) {
  const size_t bytes = size_class(size);
  for (int attempt = 0; attempt < 2; ++attempt) {
    auto& pieces = free_[bytes];
    if (!pieces.empty()) {
      piece->data = pieces.back();
      pieces.pop_back();
      return true;
    }
    if (bytes <= slab_left_) {
      piece->data = slab_;
      slab_ += bytes;
      slab_left_ -= bytes;
      return true;
    }
    const size_t wanted = std::max(bytes, kSlab);
    void* fresh = nullptr;
    if (held_ + wanted <= kBudget) {
      real::RelaxedCapture relaxed;
      if (HRR_REAL(hipHostMalloc)(&fresh, wanted, hipHostMallocPortable) != hipSuccess) fresh = nullptr;
    }
    if (fresh) {
      held_ += wanted;
      slabs_.push_back(fresh);
      if (bytes > kSlab / 2) {
        piece->data = static_cast<uint8_t*>(fresh);
        return true;
      }
      slab_ = static_cast<uint8_t*>(fresh);
      slab_left_ = wanted;
      continue;
    }
    collect_locked(false);
  }
  return false;
}

void Staging::give_back(const Piece& piece) {
  free_[size_class(piece.size)].push_back(piece.data);
  free_events_[piece.device].push_back(piece.event);
}

void Staging::expect(const Piece& piece, uint64_t hash_at) {
  std::lock_guard<Mutex> hold(mutex_);
  pending_.push_back({piece, hash_at});
  pending_count_.store(pending_.size(), std::memory_order_release);
}

bool Staging::writes_into(uint64_t from, uint64_t end) {
  if (pending_count_.load(std::memory_order_acquire) == 0) return false;
  std::lock_guard<Mutex> hold(mutex_);
  return std::any_of(pending_.begin(), pending_.end(),
                     [&](const Pending& pending) { return pending.piece.host < end && from < pending.piece.host_end; });
}

void Staging::remember_unstaged(const Unstaged& copy) {
  std::lock_guard<Mutex> hold(mutex_);
  if (has_unstaged_.load(std::memory_order_relaxed)) session_->miss();
  unstaged_ = copy;
  has_unstaged_.store(true, std::memory_order_release);
}

void Staging::take_unstaged(const hipStream_t* stream) {
  if (!has_unstaged_.load(std::memory_order_acquire)) return;
  std::lock_guard<Mutex> hold(mutex_);
  if (!has_unstaged_.load(std::memory_order_relaxed)) return;
  const Unstaged copy = unstaged_;
  if (session_->log.count() == copy.records && stream && *stream != copy.stream) return;
  has_unstaged_.store(false, std::memory_order_relaxed);
  Key key;
  if (session_->log.count() == copy.records) key = session_->blobs.put_unsure(copy.base, copy.rect);
  if (key)
    session_->log.patch(copy.hash_at, &key, sizeof key);
  else
    session_->miss();
}

void Staging::tick_slowly(uint64_t now_ns) {
  uint64_t last = last_tick_.load(std::memory_order_relaxed);
  if (now_ns - last < kTickNs || !last_tick_.compare_exchange_strong(last, now_ns)) return;
  if (!mutex_.try_lock()) return;
  std::lock_guard<Mutex> hold(mutex_, std::adopt_lock);
  collect_locked(true);
}

void Staging::collect(bool oldest_only) {
  std::lock_guard<Mutex> hold(mutex_);
  collect_locked(oldest_only);
}

// `oldest_only`: stop at the first copy that has not landed.
void Staging::collect_locked(bool oldest_only) {
  real::QuietErrors quiet;
  for (auto pending = pending_.begin(); pending != pending_.end();) {
    if (HRR_REAL(hipEventQuery)(pending->piece.event) == hipSuccess) {
      put_away(*pending);
      pending = pending_.erase(pending);
    } else if (oldest_only) {
      break;
    } else {
      ++pending;
    }
  }
  pending_count_.store(pending_.size(), std::memory_order_release);
}

void Staging::put_away(const Pending& pending) {
  if (pending.hash_at != 0 && session_->recording()) {
    const Key key = session_->blobs.put(pending.piece.data, pending.piece.size);
    session_->log.patch(pending.hash_at, &key, sizeof key);
  }
  give_back(pending.piece);
}

void Staging::leave_device() {
  std::lock_guard<Mutex> hold(mutex_);
  if (slabs_.empty() && free_events_.empty()) return;
  real::QuietErrors quiet;
  (void)HRR_REAL(hipDeviceSynchronize)();  // the reset waits all the same
  collect_locked(false);
  for (void* slab : slabs_) (void)HRR_REAL(hipHostFree)(slab);
  for (auto& events : free_events_) {
    for (hipEvent_t event : events.second) (void)HRR_REAL(hipEventDestroy)(event);
  }
  for (size_t i = 0; i < pending_.size(); ++i) session_->miss();
  pending_.clear();
  pending_count_.store(0, std::memory_order_release);
  slabs_.clear();
  free_.clear();
  free_events_.clear();
  slab_ = nullptr;
  slab_left_ = held_ = 0;
}

void Staging::drain() {
  for (int step = 0; step < kDrainSteps && pending_count_.load(std::memory_order_acquire) != 0; ++step) {
    collect(false);
    if (pending_count_.load(std::memory_order_acquire) == 0) return;
    const timespec moment{0, 1000000};
    ::nanosleep(&moment, nullptr);
  }
}

}  // namespace hrr
