// Devices, contexts, and what each thread remembers.
#pragma once

#include <hip/hip_runtime_api.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

namespace softhip {

struct Context;
struct Pool;
struct Stream;

constexpr int kMaxDevices = 16;
constexpr unsigned kWarpSize = 64;
constexpr unsigned kMaxThreadsPerBlock = 1024;
constexpr size_t kSharedMemoryPerBlock = 64 * 1024;
constexpr char kArchName[] = "softhip";
constexpr char kDeviceName[] = "softhip CPU device";

struct Device {
  int ordinal = 0;
  std::atomic<unsigned> flags{0};
  std::atomic<int> primary_references{0};
  std::atomic<size_t> allocated{0};  // bytes of device memory in use
  std::atomic<int> cache_config{hipFuncCachePreferNone};
  std::atomic<int> shared_config{hipSharedMemBankSizeFourByte};
  std::atomic<size_t> stack_size{1024};
  std::atomic<size_t> printf_fifo_size{1024 * 1024};
  std::atomic<size_t> malloc_heap_size{8 * 1024 * 1024};
  std::atomic<uint32_t> peers{0};            // bit d: access to device d is enabled
  std::atomic<Pool*> default_pool{nullptr};  // made at its first use
  std::atomic<Pool*> current_pool{nullptr};
};

// SOFTHIP_DEVICES of them, one without it.
extern Device devices[kMaxDevices];
extern int devices_used;
inline int device_count() { return devices_used; }
inline bool valid_device(int ordinal) { return ordinal >= 0 && ordinal < devices_used; }
inline Device& device(int ordinal) { return devices[ordinal]; }

// Contexts, the old way to choose a device. Every device has a primary one.
struct Context {
  int device = 0;
  unsigned flags = 0;
  bool primary = false;
};
Context* primary_context(int ordinal);
Context* find_context(hipCtx_t handle);

// Things of a thread that need memory of their own; made at need, freed when the thread ends.
struct ThreadExtras {
  std::vector<Context*> contexts;     // the stack of hipCtxPushCurrent
  Stream* streams[kMaxDevices] = {};  // the thread's own default streams
};

// Plain data, so that a thread that ends or a process that exits has nothing to run.
struct ThreadState {
  int device;              // current device
  hipError_t last_error;   // hipGetLastError, hipPeekAtLastError
  hipError_t last_result;  // hipExtGetLastError
  int capture_mode;        // hipThreadExchangeStreamCaptureMode
  ThreadExtras* extras;
};
extern __thread ThreadState thread_state __attribute__((tls_model("initial-exec")));

ThreadExtras& thread_extras();

inline Device& current_device() { return device(thread_state.device); }

// Waits until all work of all streams of the device is done.
void synchronize_device(int ordinal);

}  // namespace softhip
