// Where a thread of a kernel is: threadIdx and its kin.
//
// They are static and thread-local, one set in every translation unit: the compiler then sees all stores to them, keeps
// them in registers, and can vectorise a kernel over the threads of a block. (Measured: thread-locals that the library
// defines make a flat kernel 16 times slower.)
#pragma once

#include <hip/hip_runtime_api.h>
#include <softhip/abi.h>

namespace softhip {

struct Coordinates {
  uint32_t x, y, z;
  operator dim3() const { return dim3(x, y, z); }
  operator uint3() const { return uint3{x, y, z}; }
};

struct Context {
  abi::Block* block;
  uint32_t end;    // the running range of threads ends here
  uint32_t limit;  // the running row of threads ends here
};

static thread_local Context context __attribute__((unused));

}  // namespace softhip

static thread_local softhip::Coordinates threadIdx __attribute__((unused));
static thread_local softhip::Coordinates blockIdx __attribute__((unused));
static thread_local softhip::Coordinates blockDim __attribute__((unused));
static thread_local softhip::Coordinates gridDim __attribute__((unused));
static constexpr int warpSize __attribute__((unused)) = softhip::abi::kWaveSize;

#define hipThreadIdx_x (threadIdx.x)
#define hipThreadIdx_y (threadIdx.y)
#define hipThreadIdx_z (threadIdx.z)
#define hipBlockIdx_x (blockIdx.x)
#define hipBlockIdx_y (blockIdx.y)
#define hipBlockIdx_z (blockIdx.z)
#define hipBlockDim_x (blockDim.x)
#define hipBlockDim_y (blockDim.y)
#define hipBlockDim_z (blockDim.z)
#define hipGridDim_x (gridDim.x)
#define hipGridDim_y (gridDim.y)
#define hipGridDim_z (gridDim.z)

namespace softhip {

inline uint32_t thread_number() { return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z); }

// Lets the other threads of the block run until what this one waits for has come. The thread then is alone in its
// range: the others have gone their own way.
static __attribute__((noinline, unused)) uint64_t wait(abi::Wait what, uint64_t value, uint32_t lane, uint32_t site) {
  const Coordinates thread = threadIdx;
  abi::Block* const block = context.block;
  const abi::Request request{what, thread_number(), lane, site, value};
  const uint64_t answer = block->services->wait(block, &request);
  threadIdx = thread;
  context.end = 0;
  context.limit = 0;
  return answer;
}

// Dynamic shared memory of the block.
inline void* dynamic_shared() { return context.block->shared; }

// extern __shared__ at namespace scope: the array is another one in every block.
template <class T>
struct DynamicShared {
  operator T*() const { return static_cast<T*>(dynamic_shared()); }
  T& operator[](long index) const { return static_cast<T*>(dynamic_shared())[index]; }
};

}  // namespace softhip
