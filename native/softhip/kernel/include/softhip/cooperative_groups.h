// Cooperative groups, as far as kernels commonly use them.
#pragma once

#include <softhip/synchronize.h>

namespace cooperative_groups {

class thread_block {
 public:
  void sync() const { __syncthreads(); }
  unsigned int thread_rank() const { return softhip::thread_number(); }
  unsigned int num_threads() const { return blockDim.x * blockDim.y * blockDim.z; }
  unsigned int size() const { return num_threads(); }
  bool is_valid() const { return true; }
  dim3 group_index() const { return blockIdx; }
  dim3 thread_index() const { return threadIdx; }
  dim3 group_dim() const { return blockDim; }
  dim3 dim_threads() const { return blockDim; }
};
inline thread_block this_thread_block() { return thread_block(); }

class grid_group {
 public:
  bool is_valid() const { return softhip::context.block->cooperative; }
  // Only in cooperative launches.
  void sync() const { softhip::wait(softhip::abi::Wait::kGrid, 0, 0, 0); }
  unsigned long long thread_rank() const { return block_rank() * threads_per_block() + softhip::thread_number(); }
  unsigned long long num_threads() const { return num_blocks() * threads_per_block(); }
  unsigned long long size() const { return num_threads(); }
  unsigned long long block_rank() const {
    return blockIdx.x + gridDim.x * (blockIdx.y + static_cast<unsigned long long>(gridDim.y) * blockIdx.z);
  }
  unsigned long long num_blocks() const { return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z; }
  dim3 group_dim() const { return gridDim; }
  dim3 block_index() const { return blockIdx; }

 private:
  static unsigned long long threads_per_block() { return blockDim.x * blockDim.y * blockDim.z; }
};
inline grid_group this_grid() { return grid_group(); }

// Size lanes of a wave that follow one another.
template <unsigned int Size, class Parent = void>
class thread_block_tile {
  static_assert(Size > 0 && Size <= softhip::abi::kWaveSize && (Size & (Size - 1)) == 0,
                "a tile has a power of two of threads, and no more than a wave");

 public:
  void sync(int line = __builtin_LINE()) const { __ballot(1, line); }
  unsigned int thread_rank() const { return __lane_id() % Size; }
  static constexpr unsigned int num_threads() { return Size; }
  static constexpr unsigned int size() { return Size; }
  unsigned int meta_group_rank() const { return softhip::thread_number() / Size; }
  unsigned int meta_group_size() const { return (thread_block().size() + Size - 1) / Size; }
  template <class T>
  T shfl(T value, int rank, int line = __builtin_LINE()) const {
    return __shfl(value, rank, Size, line);
  }
  template <class T>
  T shfl_down(T value, unsigned int delta, int line = __builtin_LINE()) const {
    return __shfl_down(value, delta, Size, line);
  }
  template <class T>
  T shfl_up(T value, unsigned int delta, int line = __builtin_LINE()) const {
    return __shfl_up(value, delta, Size, line);
  }
  template <class T>
  T shfl_xor(T value, unsigned int mask, int line = __builtin_LINE()) const {
    return __shfl_xor(value, static_cast<int>(mask), Size, line);
  }
  unsigned long long ballot(int predicate, int line = __builtin_LINE()) const {
    const unsigned first = __lane_id() / Size * Size;
    const unsigned long long mask = Size == 64 ? ~0ULL : (1ULL << (Size % 64)) - 1;
    return __ballot(predicate, line) >> first & mask;
  }
  int any(int predicate, int line = __builtin_LINE()) const { return ballot(predicate, line) != 0; }
  int all(int predicate, int line = __builtin_LINE()) const { return ballot(predicate == 0, line) == 0; }
};

template <unsigned int Size, class Parent>
inline thread_block_tile<Size, Parent> tiled_partition(const Parent&) {
  return {};
}

// The lanes of a wave that are at one place of the program.
class coalesced_group {
 public:
  explicit coalesced_group(unsigned long long mask) : mask_(mask) {}
  void sync(int line = __builtin_LINE()) const { __ballot(1, line); }
  unsigned int thread_rank() const {
    return static_cast<unsigned>(__builtin_popcountll(mask_ & ((1ULL << __lane_id()) - 1)));
  }
  unsigned int num_threads() const { return static_cast<unsigned>(__builtin_popcountll(mask_)); }
  unsigned int size() const { return num_threads(); }
  template <class T>
  T shfl(T value, int rank, int line = __builtin_LINE()) const {
    return softhip::shuffle(value, lane(static_cast<unsigned>(rank) % size()), line);
  }
  template <class T>
  T shfl_down(T value, unsigned int delta, int line = __builtin_LINE()) const {
    const unsigned rank = thread_rank();
    return softhip::shuffle(value, lane(rank + delta < size() ? rank + delta : rank), line);
  }
  template <class T>
  T shfl_up(T value, unsigned int delta, int line = __builtin_LINE()) const {
    const unsigned rank = thread_rank();
    return softhip::shuffle(value, lane(rank >= delta ? rank - delta : rank), line);
  }
  int any(int predicate, int line = __builtin_LINE()) const { return (__ballot(predicate, line) & mask_) != 0; }
  int all(int predicate, int line = __builtin_LINE()) const { return (__ballot(predicate == 0, line) & mask_) == 0; }
  // Bit r: the thread of rank r.
  unsigned long long ballot(int predicate, int line = __builtin_LINE()) const {
    const unsigned long long lanes = __ballot(predicate, line);
    unsigned long long ranks = 0;
    for (unsigned rank = 0; rank < size(); ++rank) ranks |= (lanes >> lane(rank) & 1) << rank;
    return ranks;
  }

 private:
  // The lane of the thread of a rank.
  unsigned lane(unsigned rank) const {
    unsigned long long left = mask_;
    for (; rank > 0; --rank) left &= left - 1;
    return static_cast<unsigned>(__builtin_ctzll(left));
  }
  unsigned long long mask_;
};
inline coalesced_group coalesced_threads(int line = __builtin_LINE()) { return coalesced_group(__ballot(1, line)); }

template <class Group>
inline void sync(const Group& group) {
  group.sync();
}

}  // namespace cooperative_groups
