// Error codes: between the two interfaces, and their names.
#include <cstring>

#include "bridge/core.h"
#include "bridge/tables.h"

namespace bridge {

hipError_t from(CUresult result) {
  if (__builtin_expect(result == CUDA_SUCCESS, 1)) return hipSuccess;
  return static_cast<hipError_t>(look_up(kHipErrors, result, result));
}

CUresult to_driver(hipError_t error) { return static_cast<CUresult>(look_up(kDriverErrors, error, error)); }

namespace {

const char* name_of(hipError_t error) {
  switch (static_cast<int>(error)) {
#define HIP_ERROR(name, value) \
  case value:                  \
    return #name;
#include <hip_errors.inc>
#undef HIP_ERROR
    default:
      return "hipErrorUnknown";
  }
}

// The driver's own sentence where it has one.
const char* sentence_of(hipError_t error) {
  const char* text = nullptr;
  if (open_driver() && cuda.cuGetErrorString(to_driver(error), &text) == CUDA_SUCCESS && text != nullptr &&
      from(to_driver(error)) == error) {
    return text;
  }
  return name_of(error);
}

bool known(hipError_t error) { return error == hipErrorUnknown || std::strcmp(name_of(error), "hipErrorUnknown") != 0; }

hipError_t tell(hipError_t error, const char** text, const char* (*words)(hipError_t)) {
  if (text == nullptr) return note(hipErrorInvalidValue);
  *text = known(error) ? words(error) : nullptr;
  return note(*text == nullptr ? hipErrorInvalidValue : hipSuccess);
}

}  // namespace
}  // namespace bridge

BRIDGE_API hipError_t hipGetLastError(void) { return bridge::last_error(true); }
BRIDGE_API hipError_t hipPeekAtLastError(void) { return bridge::last_error(false); }
BRIDGE_API hipError_t hipExtGetLastError(void) { return bridge::take_last_result(); }

BRIDGE_API const char* hipGetErrorName(hipError_t error) { return bridge::name_of(error); }
BRIDGE_API const char* hipGetErrorString(hipError_t error) { return bridge::sentence_of(error); }

BRIDGE_API hipError_t hipDrvGetErrorName(hipError_t error, const char** text) {
  return bridge::tell(error, text, &bridge::name_of);
}

BRIDGE_API hipError_t hipDrvGetErrorString(hipError_t error, const char** text) {
  return bridge::tell(error, text, &bridge::sentence_of);
}
