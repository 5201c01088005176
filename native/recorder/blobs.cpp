#include "recorder/blobs.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include "recorder/files.h"
#include "recorder/payload.h"
#include "recorder/process.h"
#include "recorder/xxh3.h"

namespace hrr {
namespace {

constexpr size_t kBounce = 256u << 10;
constexpr size_t kLargestSpooled = 16u << 20;
constexpr long kMostWorkers = 3;
constexpr uint64_t kBytesBeforeWorker = 4u << 20;
constexpr uint64_t kBlobsBeforeWorker = 64;

// The packed bytes of a box, a bounce buffer at a time: nothing is read twice between hashing and writing.
template <typename Fn>
void for_each_chunk(const void* base, const Rect& rect, Fn fn) {
  const auto buffer = std::make_unique<uint8_t[]>(std::min<uint64_t>(kBounce, rect.bytes()));
  size_t filled = 0;
  for_each_run(rect, [&](uint64_t offset, uint64_t length) {
    const uint8_t* from = static_cast<const uint8_t*>(base) + offset;
    while (length > 0) {
      const size_t part = std::min<uint64_t>(length, kBounce - filled);
      std::memcpy(buffer.get() + filled, from, part);
      filled += part;
      from += part;
      length -= part;
      if (filled == kBounce) {
        fn(buffer.get(), filled);
        filled = 0;
      }
    }
  });
  if (filled > 0) fn(buffer.get(), filled);
}

}  // namespace

Blobs::~Blobs() { finish(); }

int Blobs::open(const std::string& dir, HashKind kind, size_t spool, bool at_once, Failed failed) {
  dir_ = dir;
  kind_ = kind;
  spool_size_ = spool;
  spool_at_once_ = at_once;
  failed_ = std::move(failed);
  for (const char* name : {"/blobs", "/code_objects"}) {
    if (const int error = make_dir(dir_ + name)) return error;
  }
  return 0;
}

bool Blobs::known(Key key) {
  std::lock_guard<Mutex> hold(mutex_);
  return keys_.count(key) != 0;
}

void Blobs::remember(Key key) {
  std::lock_guard<Mutex> hold(mutex_);
  keys_.insert(key);
}

uint64_t Blobs::count() {
  std::lock_guard<Mutex> hold(mutex_);
  return keys_.size() + codes_.size();
}

Key Blobs::put(const void* data, size_t size) {
  Rect rect;
  rect.width = rect.row_pitch = rect.slice_pitch = size;
  rect.height = rect.depth = 1;
  return put(data, rect);
}

Key Blobs::put(const void* base, const Rect& rect) {
  if (rect.empty()) return {};
  const uint64_t before = bytes_.fetch_add(rect.bytes(), std::memory_order_relaxed);
  if (worker_.load(std::memory_order_acquire) == Worker::kNone && spool_size_ > 0 &&
      (before > kBytesBeforeWorker || count() > kBlobsBeforeWorker)) {
    start_workers();
  }
  Key key;
  if (rect.bytes() <= kLargestSpooled && spooled(base, rect, &key)) return key;
  return written(base, rect);
}

Key Blobs::put_unsure(const void* base, const Rect& rect) {
  std::vector<uint8_t> packed(rect.bytes());
  uint8_t* to = packed.data();
  bool readable = true;
  for_each_run(rect, [&](uint64_t offset, uint64_t length) {
    readable = readable && read_memory(to, static_cast<const uint8_t*>(base) + offset, length, false);
    to += length;
  });
  return readable ? put(packed.data(), packed.size()) : Key{};
}

bool Blobs::spooled(const void* base, const Rect& rect, Key* key) {
  if (worker_.load(std::memory_order_acquire) != Worker::kRunning) return false;
  Spool::Piece piece;
  while (!spool_.reserve(rect.bytes(), &piece)) {
    // The workers are behind: lend a hand.
    if (!write_one()) return false;
  }
  *key = pack(piece.data, base, rect);
  bool first = false;
  {
    std::lock_guard<Mutex> hold(mutex_);
    first = keys_.insert(*key).second;
    // Under the lock: whoever finds the key in the set may rely on the bytes.
    if (first) spool_.commit(&piece, *key);
  }
  if (first) {
    std::lock_guard<Mutex> hold(wake_mutex_);
    wake_.notify_one();
  } else {
    spool_.release(piece);
  }
  return true;
}

Key Blobs::pack(uint8_t* to, const void* base, const Rect& rect) const {
  if (kind_ == HashKind::kXxh3 && rect.bytes() >= kXxh3Long && contiguous(rect) && has_fast_xxh3()) {
    return fast_xxh3_copy(to, static_cast<const uint8_t*>(base) + rect.first, rect.bytes());
  }
  pack_rows(to, base, rect);
  return hash_bytes(kind_, to, rect.bytes());
}

Key Blobs::look(const void* base, const Rect& rect) const {
  if (contiguous(rect)) return hash_bytes(kind_, static_cast<const uint8_t*>(base) + rect.first, rect.bytes());
  Hasher hasher(kind_);
  for_each_run(rect, [&](uint64_t offset, uint64_t length) {
    hasher.update(static_cast<const uint8_t*>(base) + offset, length);
  });
  return hasher.digest();
}

Key Blobs::written(const void* base, const Rect& rect) {
  const uint64_t size = rect.bytes();
  if (size <= kBounce) {
    uint8_t small[4096];
    std::unique_ptr<uint8_t[]> large;
    if (size > sizeof small) large = std::make_unique<uint8_t[]>(size);
    uint8_t* packed = large ? large.get() : small;
    pack_rows(packed, base, rect);
    const Key key = hash_bytes(kind_, packed, size);
    if (known(key)) return key;
    if (const int error = write_file(key, packed, size)) failed_(error);
    remember(key);
    return key;
  }
  if (const Key key = look(base, rect); known(key)) return key;
  // The name comes from the bytes that are written, whatever another thread does to them meanwhile.
  Hasher hasher(kind_);
  int error = 0;
  const std::string name = temporary();
  {
    File file = create_file(name);
    error = !file ? errno : size_allowed(size) ? 0 : EFBIG;
    for_each_chunk(base, rect, [&](const uint8_t* data, size_t length) {
      hasher.update(data, length);
      if (error == 0) error = write_all(file.get(), data, length);
    });
  }
  const Key key = hasher.digest();
  if (error == 0) error = move_into_place(name, key);
  if (error != 0) {
    ::unlink(name.c_str());
    failed_(error);
  }
  remember(key);
  return key;
}

Key Blobs::put_code(const void* data, size_t size) {
  const Key key = hash_bytes(kind_, data, size);
  {
    std::lock_guard<Mutex> hold(mutex_);
    if (codes_.count(key) != 0) return key;
  }
  std::string text(static_cast<const char*>(data), size);
  if (const int error = replace_file(dir_ + "/code_objects/" + key.text() + ".hsaco", text)) failed_(error);
  std::lock_guard<Mutex> hold(mutex_);
  codes_.insert(key);
  return key;
}

std::string Blobs::path(Key key) const {
  const std::string name = key.text();
  return dir_ + "/blobs/" + name.substr(0, 2) + "/" + name + ".blob";
}

std::string Blobs::temporary() {
  return dir_ + "/blobs/" + std::to_string(temporaries_.fetch_add(1, std::memory_order_relaxed)) + ".tmp";
}

int Blobs::write_file(Key key, const void* data, size_t size) {
  if (!size_allowed(size)) return EFBIG;
  const std::string name = temporary();
  int error = 0;
  {
    File file = create_file(name);
    error = file ? write_all(file.get(), data, size) : errno;
  }
  if (error == 0) error = move_into_place(name, key);
  if (error != 0) ::unlink(name.c_str());
  return error;
}

int Blobs::move_into_place(const std::string& temporary, Key key) {
  const std::string target = path(key);
  if (::rename(temporary.c_str(), target.c_str()) == 0) return 0;
  if (errno != ENOENT) return errno;
  const int error = make_dir(target.substr(0, target.rfind('/')));
  if (error != 0 && error != EEXIST) return error;
  return ::rename(temporary.c_str(), target.c_str()) == 0 ? 0 : errno;
}

void Blobs::start_workers() {
  std::lock_guard<Mutex> hold(wake_mutex_);
  if (worker_.load(std::memory_order_relaxed) != Worker::kNone) return;
  worker_.store(Worker::kEnded, std::memory_order_relaxed);
  if (spool_.open(dir_ + "/spool.bin", spool_size_) != 0) return;
  if (spool_at_once_) spool_.want_all();
  // No signal of the program's may be delivered to a thread that it does not know.
  sigset_t all, old;
  sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &old);
  const long wanted = std::clamp(::sysconf(_SC_NPROCESSORS_ONLN) - 1, 1L, kMostWorkers);
  for (long i = 0; i < wanted; ++i) {
    pthread_t thread;
    if (::pthread_create(&thread, nullptr, worker_main, this) == 0) threads_.push_back(thread);
  }
  ::pthread_sigmask(SIG_SETMASK, &old, nullptr);
  if (!threads_.empty()) worker_.store(Worker::kRunning, std::memory_order_release);
}

void* Blobs::worker_main(void* self) {
  ::pthread_setname_np(::pthread_self(), "hrr-blobs");
  ++this_thread.held;  // born with all signals blocked
  static_cast<Blobs*>(self)->work();
  return nullptr;
}

bool Blobs::write_one() {
  Spool::Piece piece;
  if (!spool_.next(&piece)) return false;
  if (const int error = write_file(piece.key, piece.data, piece.size)) failed_(error);
  spool_.release(piece);
  return true;
}

void Blobs::work() {
  for (;;) {
    if (write_one()) continue;
    if (worker_.load(std::memory_order_acquire) != Worker::kEnding && spool_.extend()) continue;
    std::unique_lock<Mutex> hold(wake_mutex_);
    wake_.wait(hold, [&] { return worker_.load(std::memory_order_acquire) == Worker::kEnding || spool_.ready(); });
    if (!spool_.ready()) return;
  }
}

void Blobs::finish() {
  {
    std::lock_guard<Mutex> hold(wake_mutex_);
    if (worker_.load(std::memory_order_relaxed) != Worker::kRunning) return;
    worker_.store(Worker::kEnding, std::memory_order_release);
    wake_.notify_all();
  }
  while (write_one()) {
  }
  for (const pthread_t thread : threads_) ::pthread_join(thread, nullptr);
  worker_.store(Worker::kEnded, std::memory_order_release);
  // Of a call that was between reserve() and commit().
  while (write_one()) {
  }
}

}  // namespace hrr
