// What compiled programs register when they start: fat binaries, kernels and variables, known by host addresses.
// Modules are loaded when something of them is first used, once for each context.
#pragma once

#include "bridge/core.h"

namespace bridge {

// The kernel behind a host function, in the current context. A kernel that was looked up in a module stands for itself.
// hipErrorInvalidDeviceFunction for anything else.
hipError_t function_of(const void* host, CUfunction* function);

// The host function of a kernel that function_of gave, or nullptr.
const void* host_of(CUfunction function);

// Its name, or nullptr.
const char* name_of_host(const void* host);

// Address and size of a variable, in the current context. hipErrorInvalidSymbol when none was registered.
hipError_t symbol_of(const void* host, void** address, size_t* size);

// The contexts are gone and their modules with them (hipDeviceReset).
void forget_modules();

}  // namespace bridge
