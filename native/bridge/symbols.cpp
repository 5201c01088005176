// Variables of modules, known by their host addresses.
#include "bridge/copy.h"
#include "bridge/registry.h"

using bridge::Copy;
using bridge::Side;

namespace {

hipError_t place_of(const void* symbol, size_t offset, size_t size, void** address) {
  size_t whole = 0;
  BRIDGE_TRY(bridge::symbol_of(symbol, address, &whole));
  if (offset > whole || size > whole - offset) return hipErrorInvalidValue;
  *address = static_cast<char*>(*address) + offset;
  return hipSuccess;
}

hipError_t run(Copy* copy, size_t size, hipMemcpyKind kind, hipStream_t stream, bool blocking) {
  copy->width = size;
  copy->stream = stream;
  copy->blocking = blocking;
  BRIDGE_TRY(bridge::set_kind(copy, kind));
  return bridge::run(*copy);
}

// A symbol lives on the device: only half of the directions make sense.
hipError_t check_kind(hipMemcpyKind kind, hipMemcpyKind towards) {
  const bool good = kind == towards || kind == hipMemcpyDeviceToDevice || kind == hipMemcpyDefault;
  return good ? hipSuccess : hipErrorInvalidMemcpyDirection;
}

hipError_t to_symbol(const void* symbol, const void* src, size_t size, size_t offset, hipMemcpyKind kind,
                     hipStream_t stream, bool blocking) {
  return bridge::in_context([&]() -> hipError_t {
    void* address = nullptr;
    Copy copy;
    BRIDGE_TRY(check_kind(kind, hipMemcpyHostToDevice));
    BRIDGE_TRY(place_of(symbol, offset, size, &address));
    copy.dst = Side::at(address);
    copy.src = Side::at(src);
    return run(&copy, size, kind, stream, blocking);
  });
}

hipError_t from_symbol(void* dst, const void* symbol, size_t size, size_t offset, hipMemcpyKind kind,
                       hipStream_t stream, bool blocking) {
  return bridge::in_context([&]() -> hipError_t {
    void* address = nullptr;
    Copy copy;
    BRIDGE_TRY(check_kind(kind, hipMemcpyDeviceToHost));
    BRIDGE_TRY(place_of(symbol, offset, size, &address));
    copy.dst = Side::at(dst);
    copy.src = Side::at(address);
    return run(&copy, size, kind, stream, blocking);
  });
}

}  // namespace

BRIDGE_API hipError_t hipGetSymbolAddress(void** address, const void* symbol) {
  return bridge::in_context([&]() -> hipError_t {
    size_t size = 0;
    if (address == nullptr) return hipErrorInvalidValue;
    return bridge::symbol_of(symbol, address, &size);
  });
}

BRIDGE_API hipError_t hipGetSymbolSize(size_t* size, const void* symbol) {
  return bridge::in_context([&]() -> hipError_t {
    void* address = nullptr;
    if (size == nullptr) return hipErrorInvalidValue;
    return bridge::symbol_of(symbol, &address, size);
  });
}

BRIDGE_API hipError_t hipMemcpyToSymbol(const void* symbol, const void* src, size_t size, size_t offset,
                                        hipMemcpyKind kind) {
  return to_symbol(symbol, src, size, offset, kind, nullptr, true);
}

BRIDGE_API hipError_t hipMemcpyToSymbolAsync(const void* symbol, const void* src, size_t size, size_t offset,
                                             hipMemcpyKind kind, hipStream_t stream) {
  return to_symbol(symbol, src, size, offset, kind, stream, false);
}

BRIDGE_API hipError_t hipMemcpyFromSymbol(void* dst, const void* symbol, size_t size, size_t offset,
                                          hipMemcpyKind kind) {
  return from_symbol(dst, symbol, size, offset, kind, nullptr, true);
}

BRIDGE_API hipError_t hipMemcpyFromSymbolAsync(void* dst, const void* symbol, size_t size, size_t offset,
                                               hipMemcpyKind kind, hipStream_t stream) {
  return from_symbol(dst, symbol, size, offset, kind, stream, false);
}
