// Contexts: the primary one of each device, those that the program creates, and each thread's stack of them.
#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "softcuda/core.h"

namespace softcuda {
namespace {

struct Context {
  CUdevice device = 0;
  unsigned flags = 0;
  bool primary = false;
  bool alive = false;
  unsigned references = 0;  // of a primary context
  unsigned long long id = 0;
};

// Contexts are never freed, so a stale handle is found out.
struct Contexts {
  std::mutex mutex;
  std::vector<std::unique_ptr<Context>> all;
  std::vector<Context*> primaries;  // by device
};
Contexts& contexts() {
  static auto* everything = new Contexts();
  return *everything;
}

// A thread's contexts. Plain data: programs still call while they exit, when a thread's objects are gone already.
class Stack {
 public:
  bool empty() const { return depth_ == 0; }
  Context* back() const { return contexts_[depth_ - 1]; }
  void pop_back() { --depth_; }
  bool push_back(Context* context) {
    if (depth_ == kMost) return false;
    contexts_[depth_++] = context;
    return true;
  }

 private:
  static constexpr int kMost = 64;
  Context* contexts_[kMost];
  int depth_;
};
thread_local Stack stack;
std::atomic<bool> started{false};

CUcontext handle_of(Context* context) { return reinterpret_cast<CUcontext>(context); }

Context* find(CUcontext handle) {
  for (const auto& context : contexts().all) {
    if (handle_of(context.get()) == handle) return context.get();
  }
  return nullptr;
}

Context* add(CUdevice device, unsigned flags, bool primary) {
  Contexts& known = contexts();
  known.all.push_back(std::make_unique<Context>());
  Context* context = known.all.back().get();
  context->device = device;
  context->flags = flags;
  context->primary = primary;
  context->id = known.all.size();
  return context;
}

CUresult check_device(CUdevice device) {
  int count = 0;
  SOFTCUDA_TRY(hip.hipGetDeviceCount(&count));
  return device >= 0 && device < count ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

// The caller holds the mutex.
CUresult primary_of(CUdevice device, Context** context) {
  SOFTCUDA_TRY(check_device(device));
  std::vector<Context*>& primaries = contexts().primaries;
  if (primaries.size() <= static_cast<size_t>(device)) primaries.resize(device + 1, nullptr);
  if (primaries[device] == nullptr) primaries[device] = add(device, 0, true);
  *context = primaries[device];
  return CUDA_SUCCESS;
}

// The thread's device in softhip follows its context.
CUresult follow() { return stack.empty() ? CUDA_SUCCESS : from(hip.hipSetDevice(stack.back()->device)); }

template <typename Body>
CUresult with_lock(Body&& body) {
  return anywhere([&]() -> CUresult {
    std::lock_guard<std::mutex> hold(contexts().mutex);
    return body();
  });
}

// A context of the program, or the current one.
CUresult given_or_current(CUcontext handle, Context** context) {
  *context = handle == nullptr ? (stack.empty() ? nullptr : stack.back()) : find(handle);
  return *context == nullptr ? CUDA_ERROR_INVALID_CONTEXT : CUDA_SUCCESS;
}

CUresult create(CUcontext* handle, unsigned flags, CUdevice device) {
  return with_lock([&]() -> CUresult {
    if (handle == nullptr) return CUDA_ERROR_INVALID_VALUE;
    SOFTCUDA_TRY(check_device(device));
    Context* context = add(device, flags, false);
    if (!stack.push_back(context)) return CUDA_ERROR_OUT_OF_MEMORY;
    context->alive = true;
    *handle = handle_of(context);
    return follow();
  });
}

}  // namespace

CUresult initialised() { return started.load(std::memory_order_acquire) ? CUDA_SUCCESS : CUDA_ERROR_NOT_INITIALIZED; }

void initialise() { started.store(true, std::memory_order_release); }

CUresult current_context(CUcontext* handle) {
  if (stack.empty()) return CUDA_ERROR_INVALID_CONTEXT;
  if (!stack.back()->alive) return CUDA_ERROR_CONTEXT_IS_DESTROYED;
  *handle = handle_of(stack.back());
  return CUDA_SUCCESS;
}

}  // namespace softcuda

using softcuda::Context;
using softcuda::contexts;
using softcuda::hip;
using softcuda::stack;
using softcuda::with_lock;

SOFTCUDA_API CUresult cuInit(unsigned flags) {
  return softcuda::guarded([&]() -> CUresult {
    if (flags != 0) return CUDA_ERROR_INVALID_VALUE;
    SOFTCUDA_TRY(softcuda::open_hip());
    SOFTCUDA_TRY(hip.hipInit(0));
    softcuda::initialise();
    return CUDA_SUCCESS;
  });
}

SOFTCUDA_API CUresult cuDevicePrimaryCtxRetain(CUcontext* handle, CUdevice device) {
  return with_lock([&]() -> CUresult {
    Context* context = nullptr;
    if (handle == nullptr) return CUDA_ERROR_INVALID_VALUE;
    SOFTCUDA_TRY(softcuda::primary_of(device, &context));
    context->references++;
    context->alive = true;
    *handle = softcuda::handle_of(context);
    return CUDA_SUCCESS;
  });
}

SOFTCUDA_API CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device) {
  return with_lock([&]() -> CUresult {
    Context* context = nullptr;
    SOFTCUDA_TRY(softcuda::primary_of(device, &context));
    if (context->references == 0) return CUDA_ERROR_INVALID_CONTEXT;
    context->alive = --context->references != 0;
    return CUDA_SUCCESS;
  });
}

SOFTCUDA_API CUresult cuDevicePrimaryCtxReset_v2(CUdevice device) {
  return with_lock([&]() -> CUresult {
    Context* context = nullptr;
    SOFTCUDA_TRY(softcuda::primary_of(device, &context));
    SOFTCUDA_TRY(hip.hipDevicePrimaryCtxReset(device));
    context->alive = false;
    context->references = 0;
    return CUDA_SUCCESS;
  });
}

SOFTCUDA_API CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned* flags, int* active) {
  return with_lock([&]() -> CUresult {
    Context* context = nullptr;
    if (flags == nullptr || active == nullptr) return CUDA_ERROR_INVALID_VALUE;
    SOFTCUDA_TRY(softcuda::primary_of(device, &context));
    *flags = context->flags;
    *active = context->alive;
    return CUDA_SUCCESS;
  });
}

SOFTCUDA_API CUresult cuDevicePrimaryCtxSetFlags_v2(CUdevice device, unsigned flags) {
  return with_lock([&]() -> CUresult {
    Context* context = nullptr;
    SOFTCUDA_TRY(softcuda::primary_of(device, &context));
    context->flags = flags;
    return CUDA_SUCCESS;
  });
}

// Before CUDA 11 these had other names.
SOFTCUDA_API CUresult cuDevicePrimaryCtxRelease(CUdevice device) { return cuDevicePrimaryCtxRelease_v2(device); }

SOFTCUDA_API CUresult cuDevicePrimaryCtxReset(CUdevice device) { return cuDevicePrimaryCtxReset_v2(device); }

SOFTCUDA_API CUresult cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned flags) {
  return cuDevicePrimaryCtxSetFlags_v2(device, flags);
}

SOFTCUDA_API CUresult cuCtxCreate_v2(CUcontext* context, unsigned flags, CUdevice device) {
  return softcuda::create(context, flags, device);
}

SOFTCUDA_API CUresult cuCtxCreate_v4(CUcontext* context, CUctxCreateParams* parms, unsigned flags, CUdevice device) {
  return parms != nullptr ? CUDA_ERROR_NOT_SUPPORTED : softcuda::create(context, flags, device);
}

SOFTCUDA_API CUresult cuCtxDestroy_v2(CUcontext handle) {
  return with_lock([&]() -> CUresult {
    Context* context = softcuda::find(handle);
    if (context == nullptr || context->primary || !context->alive) return CUDA_ERROR_INVALID_CONTEXT;
    SOFTCUDA_TRY(hip.hipDeviceSynchronize());
    context->alive = false;
    if (!stack.empty() && stack.back() == context) stack.pop_back();
    return softcuda::follow();
  });
}

SOFTCUDA_API CUresult cuCtxPushCurrent_v2(CUcontext handle) {
  return with_lock([&]() -> CUresult {
    Context* context = softcuda::find(handle);
    if (context == nullptr || !context->alive) return CUDA_ERROR_INVALID_CONTEXT;
    if (!stack.push_back(context)) return CUDA_ERROR_OUT_OF_MEMORY;
    return softcuda::follow();
  });
}

SOFTCUDA_API CUresult cuCtxPopCurrent_v2(CUcontext* handle) {
  return with_lock([&]() -> CUresult {
    if (stack.empty()) return CUDA_ERROR_INVALID_CONTEXT;
    if (handle != nullptr) *handle = softcuda::handle_of(stack.back());
    stack.pop_back();
    return softcuda::follow();
  });
}

SOFTCUDA_API CUresult cuCtxSetCurrent(CUcontext handle) {
  return with_lock([&]() -> CUresult {
    Context* context = handle == nullptr ? nullptr : softcuda::find(handle);
    if (handle != nullptr && (context == nullptr || !context->alive)) return CUDA_ERROR_INVALID_CONTEXT;
    if (!stack.empty()) stack.pop_back();
    if (context != nullptr) stack.push_back(context);
    return softcuda::follow();
  });
}

SOFTCUDA_API CUresult cuCtxGetCurrent(CUcontext* handle) {
  return softcuda::anywhere([&] {
    if (handle == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *handle = stack.empty() ? nullptr : softcuda::handle_of(stack.back());
    return CUDA_SUCCESS;
  });
}

SOFTCUDA_API CUresult cuCtxGetDevice(CUdevice* device) {
  return softcuda::in_context([&] {
    if (device == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *device = stack.back()->device;
    return CUDA_SUCCESS;
  });
}

SOFTCUDA_API CUresult cuCtxGetDevice_v2(CUdevice* device, CUcontext handle) {
  return with_lock([&]() -> CUresult {
    Context* context = nullptr;
    if (device == nullptr) return CUDA_ERROR_INVALID_VALUE;
    SOFTCUDA_TRY(softcuda::given_or_current(handle, &context));
    *device = context->device;
    return CUDA_SUCCESS;
  });
}

SOFTCUDA_API CUresult cuCtxGetFlags(unsigned* flags) {
  return softcuda::in_context([&] {
    if (flags == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *flags = stack.back()->flags;
    return CUDA_SUCCESS;
  });
}

SOFTCUDA_API CUresult cuCtxSetFlags(unsigned flags) {
  return softcuda::in_context([&] {
    stack.back()->flags = flags;
    return CUDA_SUCCESS;
  });
}

SOFTCUDA_API CUresult cuCtxGetApiVersion(CUcontext handle, unsigned* version) {
  return with_lock([&]() -> CUresult {
    Context* context = nullptr;
    if (version == nullptr) return CUDA_ERROR_INVALID_VALUE;
    SOFTCUDA_TRY(softcuda::given_or_current(handle, &context));
    *version = 3020;  // the driver's own answer since the _v2 calls came
    return CUDA_SUCCESS;
  });
}

SOFTCUDA_API CUresult cuCtxGetId(CUcontext handle, unsigned long long* id) {
  return with_lock([&]() -> CUresult {
    Context* context = nullptr;
    if (id == nullptr) return CUDA_ERROR_INVALID_VALUE;
    SOFTCUDA_TRY(softcuda::given_or_current(handle, &context));
    *id = context->id;
    return CUDA_SUCCESS;
  });
}

SOFTCUDA_API CUresult cuCtxSynchronize(void) {
  return softcuda::in_context([&] { return hip.hipDeviceSynchronize(); });
}

SOFTCUDA_API CUresult cuCtxEnablePeerAccess(CUcontext peer, unsigned flags) {
  return softcuda::in_context([&]() -> CUresult {
    Context* context = softcuda::find(peer);
    if (context == nullptr) return CUDA_ERROR_INVALID_CONTEXT;
    return softcuda::from(hip.hipDeviceEnablePeerAccess(context->device, flags));
  });
}

SOFTCUDA_API CUresult cuCtxDisablePeerAccess(CUcontext peer) {
  return softcuda::in_context([&]() -> CUresult {
    Context* context = softcuda::find(peer);
    if (context == nullptr) return CUDA_ERROR_INVALID_CONTEXT;
    return softcuda::from(hip.hipDeviceDisablePeerAccess(context->device));
  });
}

SOFTCUDA_API CUresult cuStreamGetCtx(CUstream stream, CUcontext* handle) {
  return softcuda::in_context([&]() -> CUresult {
    CUdevice device = 0;
    Context* context = nullptr;
    if (handle == nullptr) return CUDA_ERROR_INVALID_VALUE;
    SOFTCUDA_TRY(hip.hipStreamGetDevice(stream, &device));
    std::lock_guard<std::mutex> hold(contexts().mutex);
    SOFTCUDA_TRY(softcuda::primary_of(device, &context));
    *handle = softcuda::handle_of(stack.back()->device == device ? stack.back() : context);
    return CUDA_SUCCESS;
  });
}
