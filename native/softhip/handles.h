// Handles that can be checked: objects of one kind live in one reserved stretch of address space and are never
// unmapped, so any word can be asked whether it is a live handle, and a stale one is found out instead of crashing.
#pragma once

#include <sys/mman.h>

#include <atomic>
#include <cstdint>
#include <deque>
#include <mutex>
#include <new>

#include "softhip/fork_mutex.h"

namespace softhip {

template <typename T>
class HandlePool {
 public:
  explicit HandlePool(uint64_t capacity) : capacity_(capacity) {}

  // A new object, or nullptr when the pool is full. Slots are constructed once and keep their members when reused: the
  // caller sets what must be fresh.
  T* create() {
    std::lock_guard<ForkMutex> hold(mutex_);
    if (slots_ == nullptr && !reserve()) return nullptr;
    Slot* slot = nullptr;
    // The longest-unused slot first, so that a stale handle stays stale for long.
    if (free_->size() > kQuarantine || (used_ == capacity_ && !free_->empty())) {
      slot = free_->front();
      free_->pop_front();
    } else if (used_ < capacity_) {
      slot = new (slots_ + used_) Slot();
      used_.store(used_ + 1, std::memory_order_release);
    } else {
      return nullptr;
    }
    slot->alive.store(true, std::memory_order_release);
    return &slot->object;
  }

  // Ends the handle's life; false when it had none, so that exactly one of two racing calls wins.
  bool retire(T* object) { return contains(object) && slot_of(object)->alive.exchange(false); }

  // Undoes retire().
  void revive(T* object) { slot_of(object)->alive.store(true); }

  // Lets a retired object's slot be used again.
  void recycle(T* object) {
    std::lock_guard<ForkMutex> hold(mutex_);
    free_->push_back(slot_of(object));
  }

  // The object behind a handle, or nullptr if it is not a live handle of this kind.
  template <typename Handle>
  T* find(Handle handle) const {
    T* object = reinterpret_cast<T*>(const_cast<void*>(static_cast<const void*>(handle)));
    return contains(object) && slot_of(object)->alive.load(std::memory_order_acquire) ? object : nullptr;
  }

  // Calls fn(T&) for every live object.
  template <typename Fn>
  void for_each(Fn fn) {
    const uint64_t used = used_.load(std::memory_order_acquire);
    for (uint64_t i = 0; i < used; ++i) {
      if (slots_[i].alive.load(std::memory_order_acquire)) fn(slots_[i].object);
    }
  }

 private:
  struct Slot {
    T object;
    std::atomic<bool> alive{false};
  };
  static constexpr size_t kQuarantine = 64;

  static Slot* slot_of(T* object) { return reinterpret_cast<Slot*>(object); }

  bool contains(const T* object) const {
    const uint64_t used = used_.load(std::memory_order_acquire);
    const uint64_t offset = reinterpret_cast<uintptr_t>(object) - reinterpret_cast<uintptr_t>(slots_);
    return used != 0 && offset / sizeof(Slot) < used && offset % sizeof(Slot) == 0;
  }

  bool reserve() {
    void* mapped = mmap(nullptr, capacity_ * sizeof(Slot), PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapped == MAP_FAILED) return false;
    slots_ = static_cast<Slot*>(mapped);
    free_ = new std::deque<Slot*>();  // lives as long as the process: threads may still run while it exits
    return true;
  }

  const uint64_t capacity_;
  ForkMutex mutex_{ForkMutex::kHandles};
  Slot* slots_ = nullptr;
  std::deque<Slot*>* free_ = nullptr;
  std::atomic<uint64_t> used_{0};
};

}  // namespace softhip
