// Contexts: the driver's way to choose a device. They hold nothing here; streams and memory belong to devices.
#include "softhip/api.h"
#include "softhip/handles.h"
#include "softhip/properties.h"
#include "softhip/state.h"

namespace softhip {
namespace {

HandlePool<Context> contexts(1 << 16);
ForkMutex primary_mutex;
Context* primaries[kMaxDevices];

std::vector<Context*>& context_stack() { return thread_extras().contexts; }

Context* current_context() {
  std::vector<Context*>& stack = context_stack();
  return stack.empty() ? nullptr : stack.back();
}

void follow_stack() {
  if (const Context* context = current_context()) thread_state.device = context->device;
}

hipError_t create(hipCtx_t* handle, unsigned flags, int ordinal) {
  if (handle == nullptr) return hipErrorInvalidValue;
  if (!valid_device(ordinal)) return hipErrorInvalidDevice;
  Context* context = contexts.create();
  if (context == nullptr) return hipErrorOutOfMemory;
  *context = {ordinal, flags, false};
  context_stack().push_back(context);
  follow_stack();
  *handle = reinterpret_cast<hipCtx_t>(context);
  return hipSuccess;
}

hipError_t destroy(hipCtx_t handle) {
  Context* context = contexts.find(handle);
  if (context == nullptr || context->primary || !contexts.retire(context)) return hipErrorInvalidValue;
  if (current_context() == context) context_stack().pop_back();
  follow_stack();
  contexts.recycle(context);
  return hipSuccess;
}

hipError_t set_current(hipCtx_t handle) {
  std::vector<Context*>& stack = context_stack();
  if (handle == nullptr) {
    if (!stack.empty()) stack.pop_back();
    follow_stack();
    return hipSuccess;
  }
  Context* context = contexts.find(handle);
  if (context == nullptr) return hipErrorInvalidContext;
  if (!stack.empty()) stack.pop_back();
  stack.push_back(context);
  follow_stack();
  return hipSuccess;
}

template <typename Body>
hipError_t with_device(int ordinal, Body body) {
  if (!valid_device(ordinal)) return hipErrorInvalidDevice;
  return body(device(ordinal));
}

}  // namespace

Context* primary_context(int ordinal) {
  std::lock_guard<ForkMutex> hold(primary_mutex);
  if (primaries[ordinal] == nullptr) {
    primaries[ordinal] = contexts.create();
    if (primaries[ordinal] == nullptr) throw std::bad_alloc();
    *primaries[ordinal] = {ordinal, 0, true};
  }
  return primaries[ordinal];
}

Context* find_context(hipCtx_t handle) { return contexts.find(handle); }

}  // namespace softhip

using namespace softhip;

SOFTHIP_API hipError_t hipCtxCreate(hipCtx_t* ctx, unsigned int flags, hipDevice_t device) {
  return call(__func__, [&] { return create(ctx, flags, device); });
}

SOFTHIP_API hipError_t hipCtxDestroy(hipCtx_t ctx) {
  return call(__func__, [&] { return destroy(ctx); });
}

SOFTHIP_API hipError_t hipCtxSetCurrent(hipCtx_t ctx) {
  return call(__func__, [&] { return set_current(ctx); });
}

// Without a context of its own a thread works in the primary one of its device.
SOFTHIP_API hipError_t hipCtxGetCurrent(hipCtx_t* ctx) {
  return call(__func__, [&] {
    if (ctx == nullptr) return hipErrorInvalidValue;
    if (device_count() == 0) return hipErrorNoDevice;
    Context* context = current_context();
    if (context == nullptr) context = primary_context(thread_state.device);
    *ctx = reinterpret_cast<hipCtx_t>(context);
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipCtxPushCurrent(hipCtx_t ctx) {
  return call(__func__, [&] {
    Context* context = find_context(ctx);
    if (context == nullptr) return hipErrorInvalidContext;
    context_stack().push_back(context);
    follow_stack();
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipCtxPopCurrent(hipCtx_t* ctx) {
  return call(__func__, [&] {
    Context* context = current_context();
    if (context == nullptr) return hipErrorInvalidContext;
    context_stack().pop_back();
    follow_stack();
    if (ctx != nullptr) *ctx = reinterpret_cast<hipCtx_t>(context);
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipCtxGetDevice(hipDevice_t* device) {
  return call(__func__, [&] {
    if (device == nullptr) return hipErrorInvalidValue;
    if (device_count() == 0) return hipErrorInvalidContext;
    *device = thread_state.device;
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipCtxGetApiVersion(hipCtx_t ctx, unsigned int* apiVersion) {
  return call(__func__, [&] {
    if (apiVersion == nullptr) return hipErrorInvalidValue;
    if (ctx != nullptr && find_context(ctx) == nullptr) return hipErrorInvalidContext;
    *apiVersion = kRuntimeVersion;
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipCtxGetFlags(unsigned int* flags) {
  return call(__func__, [&] {
    if (flags == nullptr) return hipErrorInvalidValue;
    const Context* context = current_context();
    *flags = context == nullptr || context->primary ? current_device().flags.load() : context->flags;
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipCtxSynchronize() {
  return call(__func__, [&] {
    if (device_count() == 0) return hipErrorNoDevice;
    synchronize_device(thread_state.device);
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipCtxGetCacheConfig(hipFuncCache_t* cacheConfig) {
  return call(__func__, [&] {
    if (cacheConfig == nullptr) return hipErrorInvalidValue;
    *cacheConfig = static_cast<hipFuncCache_t>(current_device().cache_config.load());
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipCtxSetCacheConfig(hipFuncCache_t cacheConfig) {
  return call(__func__, [&] {
    if (cacheConfig < hipFuncCachePreferNone || cacheConfig > hipFuncCachePreferEqual) return hipErrorInvalidValue;
    current_device().cache_config = cacheConfig;
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipCtxGetSharedMemConfig(hipSharedMemConfig* pConfig) {
  return call(__func__, [&] {
    if (pConfig == nullptr) return hipErrorInvalidValue;
    *pConfig = static_cast<hipSharedMemConfig>(current_device().shared_config.load());
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipCtxSetSharedMemConfig(hipSharedMemConfig config) {
  return call(__func__, [&] {
    if (config < hipSharedMemBankSizeDefault || config > hipSharedMemBankSizeEightByte) return hipErrorInvalidValue;
    current_device().shared_config = config;
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipCtxEnablePeerAccess(hipCtx_t peerCtx, unsigned int flags) {
  return call(__func__, [&] {
    const Context* context = find_context(peerCtx);
    if (flags != 0) return hipErrorInvalidValue;
    if (context == nullptr || context->device == thread_state.device) return hipErrorInvalidContext;
    const uint32_t bit = uint32_t{1} << context->device;
    return (current_device().peers.fetch_or(bit) & bit) != 0 ? hipErrorPeerAccessAlreadyEnabled : hipSuccess;
  });
}

SOFTHIP_API hipError_t hipCtxDisablePeerAccess(hipCtx_t peerCtx) {
  return call(__func__, [&] {
    const Context* context = find_context(peerCtx);
    if (context == nullptr || context->device == thread_state.device) return hipErrorInvalidContext;
    const uint32_t bit = uint32_t{1} << context->device;
    return (current_device().peers.fetch_and(~bit) & bit) != 0 ? hipSuccess : hipErrorPeerAccessNotEnabled;
  });
}

SOFTHIP_API hipError_t hipDevicePrimaryCtxRetain(hipCtx_t* pctx, hipDevice_t dev) {
  return call(__func__, [&] {
    if (pctx == nullptr) return hipErrorInvalidValue;
    return with_device(dev, [&](Device& device) {
      ++device.primary_references;
      *pctx = reinterpret_cast<hipCtx_t>(primary_context(dev));
      return hipSuccess;
    });
  });
}

SOFTHIP_API hipError_t hipDevicePrimaryCtxRelease(hipDevice_t dev) {
  return call(__func__, [&] {
    return with_device(dev, [&](Device& device) {
      int references = device.primary_references.load();
      while (references > 0 && !device.primary_references.compare_exchange_weak(references, references - 1)) {
      }
      return hipSuccess;
    });
  });
}

SOFTHIP_API hipError_t hipDevicePrimaryCtxReset(hipDevice_t dev) {
  return call(__func__, [&] {
    return with_device(dev, [&](Device& device) {
      synchronize_device(dev);
      device.flags = 0;
      return hipSuccess;
    });
  });
}

SOFTHIP_API hipError_t hipDevicePrimaryCtxGetState(hipDevice_t dev, unsigned int* flags, int* active) {
  return call(__func__, [&] {
    if (flags == nullptr || active == nullptr) return hipErrorInvalidValue;
    return with_device(dev, [&](Device& device) {
      *flags = device.flags;
      *active = thread_state.device == dev || device.primary_references > 0;
      return hipSuccess;
    });
  });
}

SOFTHIP_API hipError_t hipDevicePrimaryCtxSetFlags(hipDevice_t dev, unsigned int flags) {
  return call(__func__, [&] {
    return with_device(dev, [&](Device& device) {
      constexpr unsigned kKnown = hipDeviceScheduleMask | hipDeviceMapHost | hipDeviceLmemResizeToMax;
      if ((flags & ~kKnown) != 0) return hipErrorInvalidValue;
      device.flags = flags;
      return hipSuccess;
    });
  });
}
