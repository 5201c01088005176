// Barriers, fences, and what the lanes of a wave do together. A wave has 64 lanes, as on AMD's data-centre GPUs.
//
// A lane that takes part in a wave operation waits for the lanes of its wave that are at the same source line; lanes
// that went another way are not waited for, as with the execution mask of a GPU.
#pragma once

#include <softhip/context.h>
#include <string.h>
#include <time.h>

#include <type_traits>

inline void __syncthreads() { softhip::wait(softhip::abi::Wait::kBlock, 0, 0, 0); }
inline int __syncthreads_count(int predicate) {
  return static_cast<int>(softhip::wait(softhip::abi::Wait::kBlock, predicate != 0, 0, 0));
}
inline int __syncthreads_and(int predicate) { return __syncthreads_count(predicate == 0) == 0; }
inline int __syncthreads_or(int predicate) { return __syncthreads_count(predicate) != 0; }
inline void __builtin_amdgcn_s_barrier() { __syncthreads(); }

inline void __threadfence() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
inline void __threadfence_block() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
inline void __threadfence_system() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }

inline unsigned int __lane_id() { return softhip::thread_number() % softhip::abi::kWaveSize; }

inline unsigned long long __ballot(int predicate, int line = __builtin_LINE()) {
  return softhip::wait(softhip::abi::Wait::kBallot, predicate != 0, 0, static_cast<uint32_t>(line));
}
inline unsigned long long __activemask(int line = __builtin_LINE()) { return __ballot(1, line); }
inline int __any(int predicate, int line = __builtin_LINE()) { return __ballot(predicate, line) != 0; }
inline int __all(int predicate, int line = __builtin_LINE()) { return __ballot(predicate == 0, line) == 0; }
inline void __syncwarp(unsigned long long = ~0ULL, int line = __builtin_LINE()) { __ballot(1, line); }
inline void __builtin_amdgcn_wave_barrier(int line = __builtin_LINE()) { __ballot(1, line); }
inline unsigned long long __ballot_sync(unsigned long long mask, int predicate, int line = __builtin_LINE()) {
  return __ballot(predicate, line) & mask;
}
inline int __any_sync(unsigned long long mask, int predicate, int line = __builtin_LINE()) {
  return __ballot_sync(mask, predicate, line) != 0;
}
inline int __all_sync(unsigned long long mask, int predicate, int line = __builtin_LINE()) {
  return __ballot_sync(mask, predicate == 0, line) == 0;
}

namespace softhip {

// The value that lane `source` of the wave holds. Values larger than a word travel word by word.
template <class T>
inline T shuffle(T value, uint32_t source, int line) {
  static_assert(std::is_trivially_copyable<T>::value, "only plain values can be shuffled");
  constexpr size_t kWords = (sizeof(T) + 7) / 8;
  uint64_t words[kWords] = {};
  memcpy(words, &value, sizeof(T));
  for (size_t i = 0; i < kWords; ++i) {
    words[i] = wait(abi::Wait::kShuffle, words[i], source, static_cast<uint32_t>(line));
  }
  T result;
  memcpy(&result, words, sizeof(T));
  return result;
}

// The lane that a shuffle within groups of `width` lanes reads; its own where that is not in the group.
inline uint32_t lane_of(int lane, int width) {
  const int own = static_cast<int>(__lane_id());
  return static_cast<uint32_t>((own & -width) + (lane & (width - 1)));
}
inline uint32_t lane_above(unsigned delta, int width) {
  const int own = static_cast<int>(__lane_id());
  return static_cast<uint32_t>(own % width < static_cast<int>(delta) ? own : own - static_cast<int>(delta));
}
inline uint32_t lane_below(unsigned delta, int width) {
  const int own = static_cast<int>(__lane_id());
  return static_cast<uint32_t>(own % width + static_cast<int>(delta) >= width ? own : own + static_cast<int>(delta));
}
inline uint32_t lane_across(int mask, int width) {
  const int own = static_cast<int>(__lane_id());
  const int other = own ^ mask;
  return static_cast<uint32_t>(other >= (own & -width) + width ? own : other);
}

}  // namespace softhip

template <class T>
inline T __shfl(T value, int lane, int width = warpSize, int line = __builtin_LINE()) {
  return softhip::shuffle(value, softhip::lane_of(lane, width), line);
}
template <class T>
inline T __shfl_up(T value, unsigned int delta, int width = warpSize, int line = __builtin_LINE()) {
  return softhip::shuffle(value, softhip::lane_above(delta, width), line);
}
template <class T>
inline T __shfl_down(T value, unsigned int delta, int width = warpSize, int line = __builtin_LINE()) {
  return softhip::shuffle(value, softhip::lane_below(delta, width), line);
}
template <class T>
inline T __shfl_xor(T value, int mask, int width = warpSize, int line = __builtin_LINE()) {
  return softhip::shuffle(value, softhip::lane_across(mask, width), line);
}
template <class T>
inline T __shfl_sync(unsigned long long, T value, int lane, int width = warpSize, int line = __builtin_LINE()) {
  return __shfl(value, lane, width, line);
}
template <class T>
inline T __shfl_up_sync(unsigned long long, T value, unsigned int delta, int width = warpSize,
                        int line = __builtin_LINE()) {
  return __shfl_up(value, delta, width, line);
}
template <class T>
inline T __shfl_down_sync(unsigned long long, T value, unsigned int delta, int width = warpSize,
                          int line = __builtin_LINE()) {
  return __shfl_down(value, delta, width, line);
}
template <class T>
inline T __shfl_xor_sync(unsigned long long, T value, int mask, int width = warpSize, int line = __builtin_LINE()) {
  return __shfl_xor(value, mask, width, line);
}
inline int __builtin_amdgcn_readfirstlane(int value, int line = __builtin_LINE()) {
  const unsigned long long here = __ballot(1, line);
  return softhip::shuffle(value, static_cast<uint32_t>(__builtin_ctzll(here)), line);
}

// Both count the nanoseconds of one clock.
inline long long wall_clock64() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000000LL + now.tv_nsec;
}
inline long long clock64() { return wall_clock64(); }
inline long long int __clock64() { return wall_clock64(); }
