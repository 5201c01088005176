// The event log: events.bin as a memory-mapped file.
//
// The file is given blocks a window ahead of use (a full disk is seen there, not as a SIGBUS), and one window of it is
// mapped. A record is copied into the mapping under a lock that also hands out its sequence number, so numbers have no
// gap and file order is number order; its length is stored last. Once append() has returned, the record is in the page
// cache and survives the death of the process. The unused rest of the window is zero: a reader takes a header of zeros
// for the end.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>

#include "recorder/spinlock.h"

namespace hrr {

constexpr size_t kHeaderSize = 32;  // of a record
constexpr uint16_t kTrailerType = 0xFFFF;
constexpr uint32_t kTrailerMagic = 0x464F4548;  // "HEOF"
constexpr uint16_t kPackedRects = 1;            // flag in the file header

class Log {
 public:
  ~Log();

  // Creates the file. Returns 0 or an errno value.
  int open(const std::string& path, uint16_t version, uint16_t flags);

  // Fills in the header of a record of `length` bytes (header included) and appends it. Returns its offset in the
  // file, 0 when the log is closed or could not grow (error() tells why).
  uint64_t append(uint8_t* record, size_t length, uint16_t type, uint64_t time_ns, uint64_t thread);

  // Overwrites bytes of a record that has been appended.
  void patch(uint64_t offset, const void* bytes, size_t size);

  // This thread leaves append() by a jump: what it had begun is finished or undone. Safe in a signal handler.
  void let_go();

  // Takes no more records.
  void seal();

  // Ends the log: cuts the file to what was written, behind a trailer if `complete`.
  void close(bool complete, uint64_t time_ns, uint64_t thread);

  uint64_t count() const { return sequence_.load(std::memory_order_relaxed); }
  int error() const { return error_.load(std::memory_order_relaxed); }

  // Bytes of the first window; later ones double up to a limit. Tests make it small.
  static size_t first_window;

 private:
  struct Window {
    uint8_t* base = nullptr;
    uint64_t offset = 0;
    size_t size = 0;
    bool holds(uint64_t at, size_t bytes) const { return base && at >= offset && at + bytes <= offset + size; }
  };

  bool grow(size_t needed);
  void commit(uint8_t* record, size_t length, uint16_t type, uint64_t time_ns, uint64_t thread);
  static void unmap(Window* window);

  SpinLock lock_;
  bool open_ = false;
  Window window_;    // the end of the log lies in it
  Window previous_;  // kept for patches
  uint64_t position_ = 0;
  size_t next_window_ = 0;
  std::atomic<uint64_t> sequence_{0};
  std::atomic<size_t> writing_{0};       // length of the record that is being copied in, 0 = none
  std::atomic<uint64_t> writing_at_{0};  // and its place
  std::atomic<int> error_{0};
  std::string path_;
};

}  // namespace hrr
