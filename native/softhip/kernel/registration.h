// What compiled programs register: fat binaries, kernels by the address of their stub, variables by that of their
// shadow. A fat binary is loaded onto a device when something of it is first used there.
#pragma once

#include <hip/hip_runtime_api.h>

#include "softhip/kernel/module.h"

namespace softhip {

// The kernel behind a stub on a device. hipErrorInvalidDeviceFunction when it is none.
hipError_t function_of_stub(const void* stub, int device, Function** function);

// The variable behind a shadow. hipErrorInvalidSymbol when it is none.
hipError_t variable_of_shadow(const void* shadow, int device, const Variable** variable);

// The name under which a stub is registered, nullptr when it is none.
const char* name_of_stub(const void* stub);

}  // namespace softhip
