// The C++ conveniences of the HIP API: typed pointers, symbols by reference, kernels by name.
#pragma once

#include <hip/hip_runtime_api.h>

template <class T>
inline hipError_t hipMalloc(T** ptr, size_t size) {
  return hipMalloc(reinterpret_cast<void**>(ptr), size);
}
template <class T>
inline hipError_t hipExtMallocWithFlags(T** ptr, size_t size, unsigned int flags) {
  return hipExtMallocWithFlags(reinterpret_cast<void**>(ptr), size, flags);
}
template <class T>
inline hipError_t hipMallocPitch(T** ptr, size_t* pitch, size_t width, size_t height) {
  return hipMallocPitch(reinterpret_cast<void**>(ptr), pitch, width, height);
}
template <class T>
inline hipError_t hipMallocManaged(T** ptr, size_t size, unsigned int flags = hipMemAttachGlobal) {
  return hipMallocManaged(reinterpret_cast<void**>(ptr), size, flags);
}
template <class T>
inline hipError_t hipMallocAsync(T** ptr, size_t size, hipStream_t stream) {
  return hipMallocAsync(reinterpret_cast<void**>(ptr), size, stream);
}
template <class T>
inline hipError_t hipMallocAsync(T** ptr, size_t size, hipMemPool_t pool, hipStream_t stream) {
  return hipMallocFromPoolAsync(reinterpret_cast<void**>(ptr), size, pool, stream);
}
template <class T>
inline hipError_t hipMallocFromPoolAsync(T** ptr, size_t size, hipMemPool_t pool, hipStream_t stream) {
  return hipMallocFromPoolAsync(reinterpret_cast<void**>(ptr), size, pool, stream);
}
template <class T>
inline hipError_t hipHostMalloc(T** ptr, size_t size, unsigned int flags = hipHostMallocDefault) {
  return hipHostMalloc(reinterpret_cast<void**>(ptr), size, flags);
}
template <class T>
inline hipError_t hipHostAlloc(T** ptr, size_t size, unsigned int flags = hipHostAllocDefault) {
  return hipHostAlloc(reinterpret_cast<void**>(ptr), size, flags);
}
template <class T>
inline hipError_t hipMallocHost(T** ptr, size_t size) {
  return hipMallocHost(reinterpret_cast<void**>(ptr), size);
}
template <class T>
inline hipError_t hipHostGetDevicePointer(T** device, void* host, unsigned int flags) {
  return hipHostGetDevicePointer(reinterpret_cast<void**>(device), host, flags);
}

template <class T>
inline hipError_t hipGetSymbolAddress(void** address, const T& symbol) {
  return hipGetSymbolAddress(address, reinterpret_cast<const void*>(&symbol));
}
template <class T>
inline hipError_t hipGetSymbolSize(size_t* size, const T& symbol) {
  return hipGetSymbolSize(size, reinterpret_cast<const void*>(&symbol));
}
template <class T>
inline hipError_t hipMemcpyToSymbol(const T& symbol, const void* src, size_t size, size_t offset = 0,
                                    hipMemcpyKind kind = hipMemcpyHostToDevice) {
  return hipMemcpyToSymbol(reinterpret_cast<const void*>(&symbol), src, size, offset, kind);
}
template <class T>
inline hipError_t hipMemcpyToSymbolAsync(const T& symbol, const void* src, size_t size, size_t offset,
                                         hipMemcpyKind kind, hipStream_t stream = nullptr) {
  return hipMemcpyToSymbolAsync(reinterpret_cast<const void*>(&symbol), src, size, offset, kind, stream);
}
template <class T>
inline hipError_t hipMemcpyFromSymbol(void* dst, const T& symbol, size_t size, size_t offset = 0,
                                      hipMemcpyKind kind = hipMemcpyDeviceToHost) {
  return hipMemcpyFromSymbol(dst, reinterpret_cast<const void*>(&symbol), size, offset, kind);
}
template <class T>
inline hipError_t hipMemcpyFromSymbolAsync(void* dst, const T& symbol, size_t size, size_t offset, hipMemcpyKind kind,
                                           hipStream_t stream = nullptr) {
  return hipMemcpyFromSymbolAsync(dst, reinterpret_cast<const void*>(&symbol), size, offset, kind, stream);
}

template <class F>
inline hipError_t hipLaunchKernel(F* function, const dim3& grid, const dim3& block, void** args, size_t shared = 0,
                                  hipStream_t stream = nullptr) {
  return hipLaunchKernel(reinterpret_cast<const void*>(function), grid, block, args, shared, stream);
}
template <class F>
inline hipError_t hipLaunchCooperativeKernel(F* function, dim3 grid, dim3 block, void** args, unsigned int shared,
                                             hipStream_t stream) {
  return hipLaunchCooperativeKernel(reinterpret_cast<const void*>(function), grid, block, args, shared, stream);
}
template <class F>
inline hipError_t hipFuncGetAttributes(hipFuncAttributes* attributes, F* function) {
  return hipFuncGetAttributes(attributes, reinterpret_cast<const void*>(function));
}
template <class F>
inline hipError_t hipFuncSetAttribute(F* function, hipFuncAttribute attribute, int value) {
  return hipFuncSetAttribute(reinterpret_cast<const void*>(function), attribute, value);
}
template <class F>
inline hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, F* function, int block_size,
                                                               size_t shared) {
  return hipOccupancyMaxActiveBlocksPerMultiprocessor(blocks, reinterpret_cast<const void*>(function), block_size,
                                                      shared);
}
template <class F>
inline hipError_t hipOccupancyMaxPotentialBlockSize(int* grid, int* block, F* function, size_t shared = 0,
                                                    int limit = 0) {
  return hipOccupancyMaxPotentialBlockSize(grid, block, reinterpret_cast<const void*>(function), shared, limit);
}
