#include "recorder/log.h"

#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <mutex>

#include "recorder/files.h"
#include "recorder/quiet.h"

namespace hrr {
namespace {

constexpr uint64_t kPage = 4096;
constexpr size_t kLargestWindow = 16u << 20;
constexpr uint32_t kFileMagic = 0x52524845;
constexpr size_t kFileHeader = 8;
constexpr size_t kTrailer = 44;

template <typename T>
void put(uint8_t* at, T value) {
  std::memcpy(at, &value, sizeof value);
}

}  // namespace

size_t Log::first_window = 1u << 20;

Log::~Log() {
  unmap(&window_);
  unmap(&previous_);
}

int Log::open(const std::string& path, uint16_t version, uint16_t flags) {
  path_ = path;
  next_window_ = first_window;
  std::string header(kFileHeader, 0);
  auto* bytes = reinterpret_cast<uint8_t*>(header.data());
  put(bytes, kFileMagic);
  put(bytes + 4, version);
  put(bytes + 6, flags);
  // There is no moment at which the file is there without its header.
  if (const int error = replace_file(path, header)) return error;
  std::lock_guard<SpinLock> hold(lock_);
  position_ = kFileHeader;
  if (!grow(0)) {
    ::unlink(path.c_str());
    return error();
  }
  open_ = true;
  return 0;
}

bool Log::grow(size_t needed) {
  const NoSignals quiet;
  const uint64_t start = position_ / kPage * kPage;
  const size_t size = std::max<size_t>(next_window_, (position_ - start + needed + kPage - 1) / kPage * kPage);
  File file = open_file(path_);
  int error = file ? reserve(file.get(), start, start + size) : errno;
  void* base = MAP_FAILED;
  if (error == 0) {
    base = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file.get(), static_cast<off_t>(start));
    if (base == MAP_FAILED) error = errno;
  }
  if (error != 0) {
    error_.store(error, std::memory_order_relaxed);
    return false;
  }
  ::madvise(base, size, MADV_DONTFORK);  // a child must not write into its parent's log
  unmap(&previous_);
  previous_ = window_;
  window_ = {static_cast<uint8_t*>(base), start, size};
  next_window_ = std::min(next_window_ * 2, std::max(kLargestWindow, first_window));
  return true;
}

void Log::unmap(Window* window) {
  if (window->base) ::munmap(window->base, window->size);
  *window = Window();
}

void Log::commit(uint8_t* record, size_t length, uint16_t type, uint64_t time_ns, uint64_t thread) {
  const uint64_t sequence = sequence_.load(std::memory_order_relaxed);
  put(record, type);
  put(record + 2, sequence);
  put(record + 10, time_ns);
  put(record + 18, thread);
  put(record + 26, uint32_t{0});
  put(record + 30, uint16_t{0});
  uint8_t* at = window_.base + (position_ - window_.offset);
  writing_at_.store(position_, std::memory_order_relaxed);
  writing_.store(length, std::memory_order_relaxed);
  std::atomic_signal_fence(std::memory_order_release);
  std::memcpy(at, record, length);
  // The compiler must not store the length before the rest; the processor does not.
  std::atomic_signal_fence(std::memory_order_release);
  put(at + 26, static_cast<uint32_t>(length));
  std::atomic_signal_fence(std::memory_order_release);
  position_ += length;
  sequence_.store(sequence + 1, std::memory_order_relaxed);
  std::atomic_signal_fence(std::memory_order_release);
  writing_.store(0, std::memory_order_relaxed);
}

void Log::let_go() {
  if (!lock_.mine()) return;
  if (const size_t length = writing_.load(std::memory_order_relaxed)) {
    const uint64_t begin = writing_at_.load(std::memory_order_relaxed);
    uint8_t* at = window_.base + (begin - window_.offset);
    uint32_t stored = 0;
    uint64_t sequence = 0;
    std::memcpy(&stored, at + 26, sizeof stored);
    std::memcpy(&sequence, at + 2, sizeof sequence);
    if (stored == length) {
      position_ = begin + length;
      sequence_.store(sequence + 1, std::memory_order_relaxed);
    } else {
      std::memset(at, 0, length);
    }
    writing_.store(0, std::memory_order_relaxed);
  }
  lock_.unlock();
}

uint64_t Log::append(uint8_t* record, size_t length, uint16_t type, uint64_t time_ns, uint64_t thread) {
  std::lock_guard<SpinLock> hold(lock_);
  if (!open_) return 0;
  if (!window_.holds(position_, length) && !grow(length)) {
    open_ = false;
    return 0;
  }
  const uint64_t offset = position_;
  commit(record, length, type, time_ns, thread);
  return offset;
}

void Log::patch(uint64_t offset, const void* bytes, size_t size) {
  const NoSignals quiet;
  std::lock_guard<SpinLock> hold(lock_);
  for (const Window& window : {window_, previous_}) {
    if (window.holds(offset, size)) {
      std::memcpy(window.base + (offset - window.offset), bytes, size);
      return;
    }
  }
  File file = open_file(path_);
  const int error = file ? write_at(file.get(), bytes, size, offset) : errno;
  if (error != 0) error_.store(error, std::memory_order_relaxed);
}

void Log::seal() {
  const NoSignals quiet;
  std::lock_guard<SpinLock> hold(lock_);
  open_ = false;
}

void Log::close(bool complete, uint64_t time_ns, uint64_t thread) {
  const NoSignals quiet;
  std::lock_guard<SpinLock> hold(lock_);
  const uint64_t count = sequence_.load(std::memory_order_relaxed);
  if (complete && error() == 0 && (window_.holds(position_, kTrailer) || grow(kTrailer))) {
    uint8_t trailer[kTrailer];
    put(trailer + kHeaderSize, count);
    put(trailer + kHeaderSize + 8, kTrailerMagic);
    commit(trailer, kTrailer, kTrailerType, time_ns, thread);
    sequence_.store(count, std::memory_order_relaxed);  // the trailer is no event
  }
  open_ = false;
  if (position_ == 0) return;
  // The mappings stay: a patch may come late. What lies behind the end is cut off and never touched again.
  if (File file = open_file(path_)) {
    if (::ftruncate(file.get(), static_cast<off_t>(position_)) != 0) error_.store(errno, std::memory_order_relaxed);
  }
}

}  // namespace hrr
