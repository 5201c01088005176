// One recorded call, from entry to return: who is recording, which thread is where, and the record.
#pragma once

#include <errno.h>
#include <time.h>

#include <cstdint>
#include <cstring>
#include <vector>

#include "recorder/inflight.h"
#include "recorder/process.h"
#include "recorder/quiet.h"
#include "recorder/session.h"

namespace hrr {

inline uint64_t now_ns() {
  timespec now;
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1000000000u + static_cast<uint64_t>(now.tv_nsec);
}

// Lives as long as the call. Calls that the runtime makes from inside another one are not the program's: they are not
// recorded.
class Call {
 public:
  explicit Call(uint32_t api) : api_(static_cast<uint16_t>(api)) {
    Thread& thread = this_thread;
    if (thread.call != 0) return;
    outer_ = true;
    thread.call = reinterpret_cast<uint64_t>(this);
    Session* session = process().session.load(std::memory_order_acquire);
    if (__builtin_expect(session == nullptr, 0)) session = open();
    if (!session || !session->recording()) return;
    if (__builtin_expect(thread.session != session, 0)) bind_thread(session);
    session_ = session;
    start_ns_ = now_ns();
    if (InflightSlot* slot = thread.slot) {
      slot->start_ns.store(start_ns_, std::memory_order_relaxed);
      slot->records.store(session->log.count(), std::memory_order_relaxed);
      slot->api.store(api + 1, std::memory_order_release);
    }
  }

  ~Call() {
    if (!outer_) return;
    Thread& thread = this_thread;
    if (session_ && thread.slot) thread.slot->api.store(0, std::memory_order_release);
    thread.call = 0;
    if (after_) errno = errno_;
  }

  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  explicit operator bool() const { return session_ != nullptr; }

  // To be asked when the real call has returned: whether to record. Keeps errno as the real call left it.
  bool after() {
    if (!session_) return false;
    errno_ = errno;
    after_ = true;
    return true;
  }

  Session& session() { return *session_; }
  uint16_t api() const { return api_; }

  // The recorder could not do its part.
  void failed(const char* why);

  // Appends a record whose bytes behind the header are filled in. Returns its offset in the log, 0 = not written.
  uint64_t write(uint8_t* record, size_t length) { return write_as(api_, record, length); }
  uint64_t write_as(uint16_t api, uint8_t* record, size_t length) {
    const uint64_t offset = session_->log.append(record, length, api, start_ns_, this_thread.id);
    if (__builtin_expect(offset == 0, 0)) log_failed();
    session_->staging.tick(start_ns_);
    return offset;
  }

 private:
  static Session* open();
  void log_failed();

  Session* session_ = nullptr;
  uint64_t start_ns_ = 0;
  int errno_ = 0;
  bool outer_ = false;
  bool after_ = false;
  const uint16_t api_;
};

// A record of N bytes, header included, zeros at first. Offsets count from its start.
template <size_t N>
class Record {
 public:
  Record() { std::memset(bytes_ + kHeaderSize, 0, N - kHeaderSize); }
  template <typename T>
  void put(size_t offset, T value) {
    std::memcpy(bytes_ + offset, &value, sizeof value);
  }
  uint8_t* at(size_t offset) { return bytes_ + offset; }
  uint8_t* data() { return bytes_; }
  static constexpr size_t size() { return N; }

 private:
  uint8_t bytes_[N];
};

// A record that grows. Memory is being allocated as long as it lives.
class LongRecord {
 public:
  explicit LongRecord(size_t size = kHeaderSize) : bytes_(size, 0) {}
  template <typename T>
  void put(size_t offset, T value) {
    std::memcpy(bytes_.data() + offset, &value, sizeof value);
  }
  template <typename T>
  void add(T value) {
    add_bytes(&value, sizeof value);
  }
  void add_bytes(const void* data, size_t size) {
    const auto* bytes = static_cast<const uint8_t*>(data);
    bytes_.insert(bytes_.end(), bytes, bytes + size);
  }
  void add_zeros(size_t size) { bytes_.insert(bytes_.end(), size, 0); }
  void add_string(const char* text);  // u16 length and bytes
  uint8_t* at(size_t offset) { return bytes_.data() + offset; }
  uint8_t* data() { return bytes_.data(); }
  size_t size() const { return bytes_.size(); }

 private:
  NoSignals quiet_;
  std::vector<uint8_t> bytes_;
};

// How values are stored: handles and pointers as their address, small integers sign-extended.
template <typename T>
uint64_t word(T* pointer) {
  return reinterpret_cast<uint64_t>(pointer);
}
template <typename T>
uint64_t word(T value) {
  return static_cast<uint64_t>(static_cast<int64_t>(value));
}

}  // namespace hrr
