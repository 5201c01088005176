// The roads to the runtime other than a linked symbol: dlsym(), dlvsym() and the runtime's own look-up calls.
#pragma once

namespace hrr {
namespace roads {

// The C library's dlsym, which the exported one hides.
// A function of the C library's own, found without calling anything.
void* find(const char* name);
void* real_dlsym(void* handle, const char* name);

// Our shim of the HIP call that dlsym(handle, name) finds outside this library, or null.
void* instead(void* handle, const char* name, const char* version);

}  // namespace roads
}  // namespace hrr
