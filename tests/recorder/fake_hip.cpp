// A HIP library of a few calls, for testing the recorder alone: memory is the host's, a stream is a thread.
//
//   FAKE_LATE_MS=n   asynchronous work starts n milliseconds after it was queued
//   FAKE_FAIL=name   that call fails
//   FAKE_KERNEL_STORES=1   a kernel stores a byte where its first argument points, before the call returns
#include <hip/hip_runtime_api.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <thread>

#define API extern "C" __attribute__((visibility("default")))

namespace {

thread_local hipError_t last_error = hipSuccess;

hipError_t result(hipError_t error) {
  if (error != hipSuccess && error != hipErrorNotReady) last_error = error;
  return error;
}

bool fails(const char* name) {
  const char* chosen = getenv("FAKE_FAIL");
  return chosen && strcmp(chosen, name) == 0;
}

struct Stream {
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<std::function<void()>> queue;
  size_t queued = 0, done = 0;
  bool capturing = false;

  Stream() {
    // As a good runtime does: its threads take no signals.
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    std::thread([this] { run(); }).detach();
    pthread_sigmask(SIG_SETMASK, &old, nullptr);
  }
  void run() {
    const char* late = getenv("FAKE_LATE_MS");
    const long ms = late ? atol(late) : 0;
    for (;;) {
      std::unique_lock<std::mutex> hold(mutex);
      changed.wait(hold, [&] { return !queue.empty(); });
      auto work = std::move(queue.front());
      queue.pop_front();
      hold.unlock();
      if (ms) {
        const timespec pause{ms / 1000, ms % 1000 * 1000000};
        nanosleep(&pause, nullptr);
      }
      work();
      hold.lock();
      ++done;
      changed.notify_all();
    }
  }
  void add(std::function<void()> work) {
    std::lock_guard<std::mutex> hold(mutex);
    queue.push_back(std::move(work));
    ++queued;
    changed.notify_all();
  }
  void wait() {
    std::unique_lock<std::mutex> hold(mutex);
    const size_t until = queued;
    changed.wait(hold, [&] { return done >= until; });
  }
  bool idle() {
    std::lock_guard<std::mutex> hold(mutex);
    return done == queued;
  }
};

struct Event {
  std::mutex mutex;
  bool done = true;
};

struct World {
  std::mutex mutex;
  std::set<Stream*> streams;
  std::map<void*, size_t> sizes;
  Stream* null = nullptr;
};

World& world() {
  static World& all = *new World();
  return all;
}

Stream* per_thread() {
  static thread_local Stream* own = new Stream();
  return own;
}

Stream* find(hipStream_t stream) {
  if (stream == hipStreamPerThread) return per_thread();
  std::lock_guard<std::mutex> hold(world().mutex);
  if (stream && stream != hipStreamLegacy) return reinterpret_cast<Stream*>(stream);
  if (!world().null) world().null = new Stream();
  return world().null;
}

hipError_t allocate(void** ptr, size_t size) {
  void* found = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (found == MAP_FAILED) return result(hipErrorOutOfMemory);
  memset(found, 0xA5, size);
  std::lock_guard<std::mutex> hold(world().mutex);
  world().sizes[found] = size;
  *ptr = found;
  return hipSuccess;
}

hipError_t release(void* ptr) {
  if (!ptr) return hipSuccess;
  std::lock_guard<std::mutex> hold(world().mutex);
  const auto found = world().sizes.find(ptr);
  if (found == world().sizes.end()) return result(hipErrorInvalidValue);
  munmap(ptr, found->second);
  world().sizes.erase(found);
  return hipSuccess;
}

bool is_ours(const void* ptr) {
  std::lock_guard<std::mutex> hold(world().mutex);
  return world().sizes.count(const_cast<void*>(ptr)) != 0;
}

void rows(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width, size_t height) {
  for (size_t j = 0; j < height; ++j) {
    memcpy(static_cast<char*>(dst) + j * dpitch, static_cast<const char*>(src) + j * spitch, width);
  }
}

}  // namespace

API hipError_t hipGetDeviceCount(int* count) {
  *count = 1;
  return hipSuccess;
}
API hipError_t hipGetDevice(int* device) {
  *device = 0;
  return hipSuccess;
}
API hipError_t hipSetDevice(int device) { return result(device == 0 ? hipSuccess : hipErrorInvalidDevice); }
API hipError_t hipRuntimeGetVersion(int* version) {
  *version = 70100000;
  return hipSuccess;
}
API hipError_t hipGetDevicePropertiesR0600(hipDeviceProp_tR0600* properties, int) {
  memset(properties, 0, sizeof *properties);
  strcpy(properties->name, "a \"fake\" device");
  strcpy(properties->gcnArchName, "softhip");
  return hipSuccess;
}
API hipError_t hipGetLastError() {
  const hipError_t error = last_error;
  last_error = hipSuccess;
  return error;
}
API hipError_t hipPeekAtLastError() { return last_error; }
API hipError_t hipMalloc(void** ptr, size_t size) { return ptr ? allocate(ptr, size) : result(hipErrorInvalidValue); }
API hipError_t hipFree(void* ptr) { return release(ptr); }
API hipError_t hipHostMalloc(void** ptr, size_t size, unsigned) {
  return fails("hipHostMalloc") ? result(hipErrorOutOfMemory) : allocate(ptr, size);
}
API hipError_t hipHostFree(void* ptr) { return release(ptr); }
API hipError_t hipHostRegister(void*, size_t, unsigned) { return hipSuccess; }
API hipError_t hipHostUnregister(void*) { return hipSuccess; }
API hipError_t hipHostGetDevicePointer(void** device, void* host, unsigned) {
  *device = static_cast<char*>(host) + (uint64_t{1} << 44);  // an address of the device's own
  return hipSuccess;
}

API hipError_t hipMemcpy(void* dst, const void* src, size_t size, hipMemcpyKind) {
  if ((!dst || !src) && size) return result(hipErrorInvalidValue);
  find(nullptr)->wait();
  memcpy(dst, src, size);
  return hipSuccess;
}
API hipError_t hipMemcpyAsync(void* dst, const void* src, size_t size, hipMemcpyKind kind, hipStream_t stream) {
  if ((!dst || !src) && size) return result(hipErrorInvalidValue);
  Stream* on = find(stream);
  if (on->capturing) return hipSuccess;
  if (kind == hipMemcpyHostToDevice && !is_ours(src)) {  // pageable memory is read before the call returns
    std::string staged(static_cast<const char*>(src), size);
    on->add([=] { memcpy(dst, staged.data(), size); });
  } else {
    on->add([=] { memcpy(dst, src, size); });
  }
  return hipSuccess;
}
API hipError_t hipMemcpyAsync_spt(void* dst, const void* src, size_t size, hipMemcpyKind kind, hipStream_t stream) {
  return hipMemcpyAsync(dst, src, size, kind, stream ? stream : hipStreamPerThread);
}
API hipError_t hipMemcpy2D(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width, size_t height,
                           hipMemcpyKind) {
  if (!dst || !src || dpitch < width || spitch < width) return result(hipErrorInvalidPitchValue);
  find(nullptr)->wait();
  rows(dst, dpitch, src, spitch, width, height);
  return hipSuccess;
}
API hipError_t hipMemcpy2DAsync(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width, size_t height,
                                hipMemcpyKind, hipStream_t stream) {
  if (!dst || !src || dpitch < width || spitch < width) return result(hipErrorInvalidPitchValue);
  find(stream)->add([=] { rows(dst, dpitch, src, spitch, width, height); });
  return hipSuccess;
}
API hipError_t hipMemcpy3DAsync(const hipMemcpy3DParms* p, hipStream_t stream) {
  if (p->extent.height != 1 || p->extent.depth != 1) return result(hipErrorInvalidValue);
  return hipMemcpyAsync(p->dstPtr.ptr, p->srcPtr.ptr, p->extent.width, p->kind, stream);
}
API hipError_t hipMemset(void* dst, int value, size_t size) {
  find(nullptr)->wait();
  memset(dst, value, size);
  return hipSuccess;
}
API hipError_t hipMemsetAsync(void* dst, int value, size_t size, hipStream_t stream) {
  find(stream)->add([=] { memset(dst, value, size); });
  return hipSuccess;
}

API hipError_t hipStreamCreate(hipStream_t* stream) {
  auto* made = new Stream();
  std::lock_guard<std::mutex> hold(world().mutex);
  world().streams.insert(made);
  *stream = reinterpret_cast<hipStream_t>(made);
  return hipSuccess;
}
API hipError_t hipStreamCreateWithFlags(hipStream_t* stream, unsigned) { return hipStreamCreate(stream); }
API hipError_t hipStreamDestroy(hipStream_t stream) {
  find(stream)->wait();
  return hipSuccess;
}
API hipError_t hipStreamSynchronize(hipStream_t stream) {
  find(stream)->wait();
  return hipSuccess;
}
API hipError_t hipStreamSynchronize_spt(hipStream_t stream) {
  return hipStreamSynchronize(stream ? stream : hipStreamPerThread);
}
API hipError_t hipStreamQuery(hipStream_t stream) { return find(stream)->idle() ? hipSuccess : hipErrorNotReady; }
API hipError_t hipDeviceSynchronize() {
  find(nullptr)->wait();
  for (Stream* stream : world().streams) stream->wait();
  return hipSuccess;
}
API hipError_t hipDeviceReset() {
  std::lock_guard<std::mutex> hold(world().mutex);
  for (const auto& [memory, size] : world().sizes) munmap(memory, size);
  world().sizes.clear();
  return hipSuccess;
}
API hipError_t hipStreamBeginCapture(hipStream_t stream, hipStreamCaptureMode) {
  find(stream)->capturing = true;
  return hipSuccess;
}
API hipError_t hipStreamEndCapture(hipStream_t stream, hipGraph_t* graph) {
  find(stream)->capturing = false;
  *graph = nullptr;
  return hipSuccess;
}
API hipError_t hipStreamIsCapturing(hipStream_t stream, hipStreamCaptureStatus* status) {
  *status = find(stream)->capturing ? hipStreamCaptureStatusActive : hipStreamCaptureStatusNone;
  return hipSuccess;
}
API hipError_t hipThreadExchangeStreamCaptureMode(hipStreamCaptureMode*) { return hipSuccess; }

API hipError_t hipEventCreateWithFlags(hipEvent_t* event, unsigned) {
  *event = reinterpret_cast<hipEvent_t>(new Event());
  return hipSuccess;
}
API hipError_t hipEventDestroy(hipEvent_t event) {
  delete reinterpret_cast<Event*>(event);
  return hipSuccess;
}
API hipError_t hipEventRecord(hipEvent_t event, hipStream_t stream) {
  auto* marked = reinterpret_cast<Event*>(event);
  {
    std::lock_guard<std::mutex> hold(marked->mutex);
    marked->done = false;
  }
  find(stream)->add([=] {
    std::lock_guard<std::mutex> hold(marked->mutex);
    marked->done = true;
  });
  return hipSuccess;
}
API hipError_t hipEventQuery(hipEvent_t event) {
  auto* marked = reinterpret_cast<Event*>(event);
  std::lock_guard<std::mutex> hold(marked->mutex);
  return marked->done ? hipSuccess : hipErrorNotReady;
}

// --- what compilers register
// ------------------------------------------------------------------------------------------

API void** __hipRegisterFatBinary(const void* data) { return new void*(const_cast<void*>(data)); }
API void __hipUnregisterFatBinary(void** modules) { delete modules; }
API void __hipRegisterFunction(void**, const void*, char*, const char*, unsigned, uint3*, uint3*, dim3*, dim3*, int*) {}
API hipError_t hipModuleLoadData(hipModule_t* module, const void* image) {
  if (!image) return result(hipErrorInvalidValue);
  *module = reinterpret_cast<hipModule_t>(new int(1));
  return hipSuccess;
}
API hipError_t hipModuleUnload(hipModule_t module) {
  delete reinterpret_cast<int*>(module);
  return hipSuccess;
}
API hipError_t hipModuleGetFunction(hipFunction_t* function, hipModule_t, const char* name) {
  *function = reinterpret_cast<hipFunction_t>(new std::string(name));
  return hipSuccess;
}
API const char* hipKernelNameRef(const hipFunction_t function) {
  return reinterpret_cast<const std::string*>(function)->c_str();
}
API hipError_t hipModuleLaunchKernel(hipFunction_t, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                                     unsigned, hipStream_t, void** params, void**) {
  if (getenv("FAKE_KERNEL_STORES")) **static_cast<char**>(params[0]) = '!';
  return fails("hipModuleLaunchKernel") ? result(hipErrorLaunchOutOfResources) : hipSuccess;
}
API hipError_t hipLaunchKernel(const void*, dim3, dim3, void**, size_t, hipStream_t) { return hipSuccess; }

API hipError_t hipConfigureCall(dim3, dim3, size_t, hipStream_t) { return hipSuccess; }
API hipError_t hipSetupArgument(const void*, size_t, size_t) { return hipSuccess; }
API hipError_t hipLaunchByPtr(const void*) { return hipSuccess; }

API hipError_t hipGetProcAddress(const char* name, void** found, int, uint64_t, hipDriverProcAddressQueryResult*) {
  if (strcmp(name, "hipMalloc") != 0) return result(hipErrorInvalidValue);
  *found = reinterpret_cast<void*>(static_cast<hipError_t (*)(void**, size_t)>(&hipMalloc));
  return hipSuccess;
}
