// Device variables by their symbol.
#include "softhip/api.h"
#include "softhip/copy.h"
#include "softhip/kernel/registration.h"

using namespace softhip;

namespace {

hipError_t variable_of(const void* symbol, const Variable** variable) {
  if (device_count() == 0) return hipErrorNoDevice;
  return variable_of_shadow(symbol, thread_state.device, variable);
}

// [offset, offset + size) of the variable.
hipError_t part_of(const void* symbol, size_t size, size_t offset, char** address) {
  const Variable* variable = nullptr;
  SOFTHIP_TRY(variable_of(symbol, &variable));
  if (offset > variable->info.size || size > variable->info.size - offset) return hipErrorInvalidValue;
  *address = variable->address + offset;
  return hipSuccess;
}

hipError_t copy_to(const void* symbol, const void* src, size_t size, size_t offset, hipMemcpyKind kind,
                   hipStream_t stream, When when, bool spt = false) {
  if (kind != hipMemcpyHostToDevice && kind != hipMemcpyDeviceToDevice && kind != hipMemcpyDefault) {
    return hipErrorInvalidMemcpyDirection;
  }
  char* address = nullptr;
  SOFTHIP_TRY(part_of(symbol, size, offset, &address));
  return copy_linear(address, src, size, kind, stream, when, spt);
}

hipError_t copy_from(void* dst, const void* symbol, size_t size, size_t offset, hipMemcpyKind kind, hipStream_t stream,
                     When when, bool spt = false) {
  if (kind != hipMemcpyDeviceToHost && kind != hipMemcpyDeviceToDevice && kind != hipMemcpyDefault) {
    return hipErrorInvalidMemcpyDirection;
  }
  char* address = nullptr;
  SOFTHIP_TRY(part_of(symbol, size, offset, &address));
  return copy_linear(dst, address, size, kind, stream, when, spt);
}

}  // namespace

SOFTHIP_API hipError_t hipGetSymbolAddress(void** devPtr, const void* symbol) {
  return call(__func__, [&] {
    if (devPtr == nullptr) return hipErrorInvalidValue;
    const Variable* variable = nullptr;
    SOFTHIP_TRY(variable_of(symbol, &variable));
    *devPtr = variable->address;
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipGetSymbolSize(size_t* size, const void* symbol) {
  return call(__func__, [&] {
    if (size == nullptr) return hipErrorInvalidValue;
    const Variable* variable = nullptr;
    SOFTHIP_TRY(variable_of(symbol, &variable));
    *size = variable->info.size;
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipMemcpyToSymbol(const void* symbol, const void* src, size_t sizeBytes, size_t offset,
                                         hipMemcpyKind kind) {
  return call(__func__, [&] { return copy_to(symbol, src, sizeBytes, offset, kind, nullptr, When::kBlocking); });
}

SOFTHIP_API hipError_t hipMemcpyToSymbol_spt(const void* symbol, const void* src, size_t sizeBytes, size_t offset,
                                             hipMemcpyKind kind) {
  return call(__func__, [&] { return copy_to(symbol, src, sizeBytes, offset, kind, nullptr, When::kBlocking, true); });
}

SOFTHIP_API hipError_t hipMemcpyToSymbolAsync(const void* symbol, const void* src, size_t sizeBytes, size_t offset,
                                              hipMemcpyKind kind, hipStream_t stream) {
  return call(__func__, [&] { return copy_to(symbol, src, sizeBytes, offset, kind, stream, When::kAsync); });
}

SOFTHIP_API hipError_t hipMemcpyToSymbolAsync_spt(const void* symbol, const void* src, size_t sizeBytes, size_t offset,
                                                  hipMemcpyKind kind, hipStream_t stream) {
  return call(__func__, [&] { return copy_to(symbol, src, sizeBytes, offset, kind, stream, When::kAsync, true); });
}

SOFTHIP_API hipError_t hipMemcpyFromSymbol(void* dst, const void* symbol, size_t sizeBytes, size_t offset,
                                           hipMemcpyKind kind) {
  return call(__func__, [&] { return copy_from(dst, symbol, sizeBytes, offset, kind, nullptr, When::kBlocking); });
}

SOFTHIP_API hipError_t hipMemcpyFromSymbol_spt(void* dst, const void* symbol, size_t sizeBytes, size_t offset,
                                               hipMemcpyKind kind) {
  return call(__func__,
              [&] { return copy_from(dst, symbol, sizeBytes, offset, kind, nullptr, When::kBlocking, true); });
}

SOFTHIP_API hipError_t hipMemcpyFromSymbolAsync(void* dst, const void* symbol, size_t sizeBytes, size_t offset,
                                                hipMemcpyKind kind, hipStream_t stream) {
  return call(__func__, [&] { return copy_from(dst, symbol, sizeBytes, offset, kind, stream, When::kAsync); });
}

SOFTHIP_API hipError_t hipMemcpyFromSymbolAsync_spt(void* dst, const void* symbol, size_t sizeBytes, size_t offset,
                                                    hipMemcpyKind kind, hipStream_t stream) {
  return call(__func__, [&] { return copy_from(dst, symbol, sizeBytes, offset, kind, stream, When::kAsync, true); });
}
