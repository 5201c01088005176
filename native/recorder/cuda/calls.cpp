// Entry points whose words are the driver's own.
#include <mutex>
#include <set>

#include "cuda/words.h"
#include "recorder/cuda/door.h"
#include "recorder/cuda/exports.h"
#include "recorder/modules.h"

extern "C" uint64_t hrr_driver_module_of(uint64_t function, const char** name);

using hrr::door::driver;
using hrr::door::through;

namespace {

// A copy described by a box: `Parms` is HIP's description. One that HIP cannot say is the driver's to refuse.
template <unsigned Api, typename Parms, typename Box, typename Original, typename Shim>
CUresult copy(const Box* box, const Original& original, const Shim& shim) {
  Parms parms;
  if (box == nullptr || !cuda::said_in_hip(*box, &parms)) {
    hrr::door::ready();
    return original();
  }
  return through<Api>(original, [&] { return shim(&parms); });
}

}  // namespace

#define DOOR_COPY(name, hip, Box, Parms)                                                         \
  HRR_DOOR CUresult name(const Box* box) {                                                       \
    return copy<hrr::api_##hip, Parms>(                                                          \
        box, [&] { return driver.name(box); }, [](const Parms* parms) { return ::hip(parms); }); \
  }
#define DOOR_COPY_ASYNC(name, hip, Box, Parms, said)                     \
  HRR_DOOR CUresult name(const Box* box, CUstream stream) {              \
    return copy<hrr::api_##hip, Parms>(                                  \
        box, [&] { return driver.name(box, stream); },                   \
        [&](const Parms* parms) { return ::hip(parms, said(stream)); }); \
  }
#define AS_IT_IS(stream) stream

DOOR_COPY(cuMemcpy2D_v2, hipMemcpyParam2D, CUDA_MEMCPY2D, hip_Memcpy2D)
DOOR_COPY(cuMemcpy2D_v2_ptds, hipMemcpyParam2D, CUDA_MEMCPY2D, hip_Memcpy2D)
DOOR_COPY(cuMemcpy2DUnaligned_v2, hipDrvMemcpy2DUnaligned, CUDA_MEMCPY2D, hip_Memcpy2D)
DOOR_COPY(cuMemcpy2DUnaligned_v2_ptds, hipDrvMemcpy2DUnaligned, CUDA_MEMCPY2D, hip_Memcpy2D)
DOOR_COPY_ASYNC(cuMemcpy2DAsync_v2, hipMemcpyParam2DAsync, CUDA_MEMCPY2D, hip_Memcpy2D, AS_IT_IS)
DOOR_COPY_ASYNC(cuMemcpy2DAsync_v2_ptsz, hipMemcpyParam2DAsync, CUDA_MEMCPY2D, hip_Memcpy2D, hrr::per_thread)
DOOR_COPY(cuMemcpy3D_v2, hipDrvMemcpy3D, CUDA_MEMCPY3D, HIP_MEMCPY3D)
DOOR_COPY(cuMemcpy3D_v2_ptds, hipDrvMemcpy3D, CUDA_MEMCPY3D, HIP_MEMCPY3D)
DOOR_COPY_ASYNC(cuMemcpy3DAsync_v2, hipDrvMemcpy3DAsync, CUDA_MEMCPY3D, HIP_MEMCPY3D, AS_IT_IS)
DOOR_COPY_ASYNC(cuMemcpy3DAsync_v2_ptsz, hipDrvMemcpy3DAsync, CUDA_MEMCPY3D, HIP_MEMCPY3D, hrr::per_thread)
// Addresses say which device they belong to.
DOOR_COPY(cuMemcpy3DPeer, hipDrvMemcpy3D, CUDA_MEMCPY3D_PEER, HIP_MEMCPY3D)
DOOR_COPY(cuMemcpy3DPeer_ptds, hipDrvMemcpy3D, CUDA_MEMCPY3D_PEER, HIP_MEMCPY3D)
DOOR_COPY_ASYNC(cuMemcpy3DPeerAsync, hipDrvMemcpy3DAsync, CUDA_MEMCPY3D_PEER, HIP_MEMCPY3D, AS_IT_IS)
DOOR_COPY_ASYNC(cuMemcpy3DPeerAsync_ptsz, hipDrvMemcpy3DAsync, CUDA_MEMCPY3D_PEER, HIP_MEMCPY3D, hrr::per_thread)

#define DOOR_FLAT(name)                                                                                \
  HRR_DOOR CUresult name(CUdeviceptr dst, CUdeviceptr src, size_t size) {                              \
    return through<hrr::api_hipMemcpy>([&] { return driver.name(dst, src, size); },                    \
                                       [&] { return ::hipMemcpy(dst, src, size, hipMemcpyDefault); }); \
  }
DOOR_FLAT(cuMemcpy)
DOOR_FLAT(cuMemcpy_ptds)

#define DOOR_FLAT_ASYNC(name, said)                                                        \
  HRR_DOOR CUresult name(CUdeviceptr dst, CUdeviceptr src, size_t size, CUstream stream) { \
    return through<hrr::api_hipMemcpyAsync>(                                               \
        [&] { return driver.name(dst, src, size, stream); },                               \
        [&] { return ::hipMemcpyAsync(dst, src, size, hipMemcpyDefault, said(stream)); }); \
  }
DOOR_FLAT_ASYNC(cuMemcpyAsync, AS_IT_IS)
DOOR_FLAT_ASYNC(cuMemcpyAsync_ptsz, hrr::per_thread)

#define DOOR_PEER(name)                                                                                       \
  HRR_DOOR CUresult name(CUdeviceptr dst, CUcontext to, CUdeviceptr src, CUcontext from, size_t size) {       \
    return through<hrr::api_hipMemcpy>([&] { return driver.name(dst, to, src, from, size); },                 \
                                       [&] { return ::hipMemcpy(dst, src, size, hipMemcpyDeviceToDevice); }); \
  }
DOOR_PEER(cuMemcpyPeer)
DOOR_PEER(cuMemcpyPeer_ptds)

#define DOOR_PEER_ASYNC(name, said)                                                                   \
  HRR_DOOR CUresult name(CUdeviceptr dst, CUcontext to, CUdeviceptr src, CUcontext from, size_t size, \
                         CUstream stream) {                                                           \
    return through<hrr::api_hipMemcpyAsync>(                                                          \
        [&] { return driver.name(dst, to, src, from, size, stream); },                                \
        [&] { return ::hipMemcpyAsync(dst, src, size, hipMemcpyDeviceToDevice, said(stream)); });     \
  }
DOOR_PEER_ASYNC(cuMemcpyPeerAsync, AS_IT_IS)
DOOR_PEER_ASYNC(cuMemcpyPeerAsync_ptsz, hrr::per_thread)

#define DOOR_LAUNCH(name, said)                                                                                        \
  HRR_DOOR CUresult name(CUfunction f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,   \
                         unsigned shared, CUstream stream, void** params, void** extra) {                              \
    cuda::Extra list(extra);                                                                                           \
    return through<hrr::api_hipModuleLaunchKernel>(                                                                    \
        [&] { return driver.name(f, gx, gy, gz, bx, by, bz, shared, stream, params, extra); },                         \
        [&] { return ::hipModuleLaunchKernel(f, gx, gy, gz, bx, by, bz, shared, said(stream), params, list.get()); }); \
  }
DOOR_LAUNCH(cuLaunchKernel, AS_IT_IS)
DOOR_LAUNCH(cuLaunchKernel_ptsz, hrr::per_thread)

#define DOOR_LAUNCH_EX(name, said)                                                                  \
  HRR_DOOR CUresult name(const CUlaunchConfig* config, CUfunction f, void** params, void** extra) { \
    hrr::door::ready();                                                                             \
    if (config == nullptr) return driver.name(config, f, params, extra);                            \
    cuda::Extra list(extra);                                                                        \
    HIP_LAUNCH_CONFIG given = *config;                                                              \
    given.hStream = said(config->hStream);                                                          \
    return through<hrr::api_hipDrvLaunchKernelEx>(                                                  \
        [&] { return driver.name(config, f, params, extra); },                                      \
        [&] { return ::hipDrvLaunchKernelEx(&given, f, params, list.get()); });                     \
  }
DOOR_LAUNCH_EX(cuLaunchKernelEx, AS_IT_IS)
DOOR_LAUNCH_EX(cuLaunchKernelEx_ptsz, hrr::per_thread)

// Options of a load say how to compile: what was compiled is in the image, or is compiled again by a replay.
HRR_DOOR CUresult cuModuleLoadDataEx(CUmodule* module, const void* image, unsigned count, CUjit_option* options,
                                     void** values) {
  return through<hrr::api_hipModuleLoadData>(
      [&] { return driver.cuModuleLoadDataEx(module, image, count, options, values); },
      [&] { return ::hipModuleLoadData(module, image); });
}

HRR_DOOR CUresult cuLibraryLoadData(CUlibrary* library, const void* code, CUjit_option* jit, void** jit_values,
                                    unsigned jit_count, CUlibraryOption* options, void** values, unsigned count) {
  return through<hrr::api_hipLibraryLoadData>(
      [&] { return driver.cuLibraryLoadData(library, code, jit, jit_values, jit_count, options, values, count); },
      [&] { return ::hipLibraryLoadData(library, code, nullptr, nullptr, 0, nullptr, nullptr, 0); });
}

HRR_DOOR CUresult cuLibraryLoadFromFile(CUlibrary* library, const char* path, CUjit_option* jit, void** jit_values,
                                        unsigned jit_count, CUlibraryOption* options, void** values, unsigned count) {
  return through<hrr::api_hipLibraryLoadFromFile>(
      [&] { return driver.cuLibraryLoadFromFile(library, path, jit, jit_values, jit_count, options, values, count); },
      [&] { return ::hipLibraryLoadFromFile(library, path, nullptr, nullptr, 0, nullptr, nullptr, 0); });
}

#define DOOR_WAIT_VALUE(name, hip, Word, mask, said)                                              \
  HRR_DOOR CUresult name(CUstream stream, CUdeviceptr ptr, Word value, unsigned flags) {          \
    return through<hrr::api_##hip>([&] { return driver.name(stream, ptr, value, flags); },        \
                                   [&] { return ::hip(said(stream), ptr, value, flags, mask); }); \
  }
DOOR_WAIT_VALUE(cuStreamWaitValue32_v2, hipStreamWaitValue32, uint32_t, UINT32_MAX, AS_IT_IS)
DOOR_WAIT_VALUE(cuStreamWaitValue32_v2_ptsz, hipStreamWaitValue32, uint32_t, UINT32_MAX, hrr::per_thread)
DOOR_WAIT_VALUE(cuStreamWaitValue64_v2, hipStreamWaitValue64, uint64_t, UINT64_MAX, AS_IT_IS)
DOOR_WAIT_VALUE(cuStreamWaitValue64_v2_ptsz, hipStreamWaitValue64, uint64_t, UINT64_MAX, hrr::per_thread)

// CUDA's own runtime may make a context current that it got without a call that we see. It can only be a primary one,
// and the archive says so.
namespace {

hrr::Mutex contexts_mutex;
const hrr::Session* contexts_of = nullptr;  // a forked child's archive knows none of its parent's

std::set<CUcontext>& known_contexts() {
  static auto* all = new std::set<CUcontext>();
  return *all;
}

bool is_new(CUcontext context) {
  const hrr::Session* session = hrr::Session::current();
  if (session == nullptr) return false;
  std::lock_guard<hrr::Mutex> hold(contexts_mutex);
  if (contexts_of != session) known_contexts().clear();
  contexts_of = session;
  return known_contexts().insert(context).second;
}

CUresult created(CUresult result, CUcontext* context) {
  if (result == CUDA_SUCCESS && context != nullptr) (void)is_new(*context);
  return result;
}

void adopt(CUcontext context) {
  hrr::door::ready();
  if (context == nullptr || hrr::this_thread.call != 0 || !is_new(context)) return;
  CUdevice device = 0;
  CUcontext popped = nullptr;
  if (driver.cuCtxPushCurrent_v2(context) != CUDA_SUCCESS) return;
  const bool known = driver.cuCtxGetDevice(&device) == CUDA_SUCCESS;
  driver.cuCtxPopCurrent_v2(&popped);
  if (!known) return;
  CUcontext retained = nullptr;
  (void)through<hrr::api_hipDevicePrimaryCtxRetain>(
      [&] {
        retained = context;
        return CUDA_SUCCESS;
      },
      [&] { return ::hipDevicePrimaryCtxRetain(&retained, device); });
}

}  // namespace

HRR_DOOR CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice device) {
  return created(
      through<hrr::api_hipDevicePrimaryCtxRetain>([&] { return driver.cuDevicePrimaryCtxRetain(context, device); },
                                                  [&] { return ::hipDevicePrimaryCtxRetain(context, device); }),
      context);
}

HRR_DOOR CUresult cuCtxCreate_v2(CUcontext* context, unsigned flags, CUdevice device) {
  return created(through<hrr::api_hipCtxCreate>([&] { return driver.cuCtxCreate_v2(context, flags, device); },
                                                [&] { return ::hipCtxCreate(context, flags, device); }),
                 context);
}

HRR_DOOR CUresult cuCtxSetCurrent(CUcontext context) {
  adopt(context);
  return through<hrr::api_hipCtxSetCurrent>([&] { return driver.cuCtxSetCurrent(context); },
                                            [&] { return ::hipCtxSetCurrent(context); });
}

HRR_DOOR CUresult cuCtxPushCurrent_v2(CUcontext context) {
  adopt(context);
  return through<hrr::api_hipCtxPushCurrent>([&] { return driver.cuCtxPushCurrent_v2(context); },
                                             [&] { return ::hipCtxPushCurrent(context); });
}

HRR_DOOR CUresult cuCtxSynchronize_v2(CUcontext context) {
  return through<hrr::api_hipCtxSynchronize>([&] { return driver.cuCtxSynchronize_v2(context); },
                                             [&] { return ::hipCtxSynchronize(); });
}

HRR_DOOR CUresult cuCtxCreate_v4(CUcontext* context, CUctxCreateParams* parms, unsigned flags, CUdevice device) {
  return created(through<hrr::api_hipCtxCreate>([&] { return driver.cuCtxCreate_v4(context, parms, flags, device); },
                                                [&] { return ::hipCtxCreate(context, flags, device); }),
                 context);
}

// Whatever the driver gives out, the program gets ours for.
HRR_DOOR CUresult cuGetProcAddress_v2(const char* name, void** found, int version, uint64_t flags,
                                      CUdriverProcAddressQueryResult* status) {
  hrr::door::ready();
  const CUresult result = driver.cuGetProcAddress_v2(name, found, version, flags, status);
  if (result != CUDA_SUCCESS || found == nullptr || *found == nullptr) return result;
  if (void* ours = hrr::door::ours_for(*found)) *found = ours;
  return result;
}

HRR_DOOR CUresult cuGetProcAddress(const char* name, void** found, int version, uint64_t flags) {
  hrr::door::ready();
  const CUresult result = driver.cuGetProcAddress(name, found, version, flags);
  if (result != CUDA_SUCCESS || found == nullptr || *found == nullptr) return result;
  if (void* ours = hrr::door::ours_for(*found)) *found = ours;
  return result;
}

// Programs may leave the size out; the archive needs it.
#define DOOR_VARIABLE(name, hip, Owner)                                                   \
  HRR_DOOR CUresult name(CUdeviceptr* ptr, size_t* size, Owner owner, const char* what) { \
    size_t own = 0;                                                                       \
    size_t* const asked = size != nullptr ? size : &own;                                  \
    return through<hrr::api_##hip>([&] { return driver.name(ptr, asked, owner, what); },  \
                                   [&] { return ::hip(ptr, asked, owner, what); });       \
  }
DOOR_VARIABLE(cuModuleGetGlobal_v2, hipModuleGetGlobal, CUmodule)
DOOR_VARIABLE(cuLibraryGetGlobal, hipLibraryGetGlobal, CUlibrary)
DOOR_VARIABLE(cuLibraryGetManaged, hipLibraryGetManaged, CUlibrary)

// A kernel's settings are kept under its function's or its own handle.
HRR_DOOR CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value) {
  return through<hrr::api_hipFuncSetAttribute>(
      [&] { return driver.cuFuncSetAttribute(function, attribute, value); },
      [&] { return ::hipFuncSetAttribute(function, static_cast<hipFuncAttribute>(attribute), value); });
}

HRR_DOOR CUresult cuLibraryGetModule(CUmodule* module, CUlibrary library) {
  hrr::door::ready();
  const CUresult result = driver.cuLibraryGetModule(module, library);
  if (result == CUDA_SUCCESS && module != nullptr) hrr::module_is(hrr::word(*module), hrr::word(library));
  return result;
}

// For modules.cpp. A kernel of a library may stand where a function is expected.
extern "C" uint64_t hrr_driver_module_of(uint64_t function, const char** name) {
  const auto as_function = reinterpret_cast<CUfunction>(function);
  CUmodule module = nullptr;
  hrr::door::ready();
  if (driver.cuFuncGetModule(&module, as_function) == CUDA_SUCCESS) {
    return driver.cuFuncGetName(name, as_function) == CUDA_SUCCESS ? hrr::word(module) : 0;
  }
  const auto as_kernel = reinterpret_cast<CUkernel>(function);
  CUlibrary library = nullptr;
  if (driver.cuKernelGetLibrary(&library, as_kernel) != CUDA_SUCCESS) return 0;
  return driver.cuKernelGetName(name, as_kernel) == CUDA_SUCCESS ? hrr::word(library) : 0;
}
