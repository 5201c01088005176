// Contexts chosen by the program itself. The thread's notion of its device follows them.
#include "bridge/core.h"

using bridge::cuda;

namespace {

template <typename Body>
hipError_t changing(Body&& body) {
  return bridge::anywhere([&]() -> hipError_t {
    BRIDGE_TRY(body());
    bridge::context_changed();
    return hipSuccess;
  });
}

}  // namespace

BRIDGE_API hipError_t hipCtxCreate(hipCtx_t* context, unsigned flags, hipDevice_t device) {
  return changing([&] { return cuda.cuCtxCreate_v2(context, flags, device); });
}

BRIDGE_API hipError_t hipCtxDestroy(hipCtx_t context) {
  return changing([&] { return cuda.cuCtxDestroy_v2(context); });
}

BRIDGE_API hipError_t hipCtxSetCurrent(hipCtx_t context) {
  return changing([&] { return cuda.cuCtxSetCurrent(context); });
}

BRIDGE_API hipError_t hipCtxPushCurrent(hipCtx_t context) {
  return changing([&] { return cuda.cuCtxPushCurrent_v2(context); });
}

BRIDGE_API hipError_t hipCtxPopCurrent(hipCtx_t* context) {
  return changing([&] {
    CUcontext popped = nullptr;
    return cuda.cuCtxPopCurrent_v2(context == nullptr ? &popped : context);
  });
}

// A runtime's thread has its device's primary context even before the first call that needs one.
BRIDGE_API hipError_t hipCtxGetCurrent(hipCtx_t* context) {
  return bridge::in_context([&] { return cuda.cuCtxGetCurrent(context); });
}
