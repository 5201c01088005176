// What the software device says it is.
#pragma once

#include <hip/hip_runtime_api.h>

namespace softhip {

constexpr int kRuntimeVersion = 70152000;  // 7.1: major * 10000000 + minor * 100000 + patch

// `ordinal` must be valid.
const hipDeviceProp_tR0600& properties(int ordinal);
hipDeviceProp_tR0000 old_properties(int ordinal);

// False when the attribute is none that the device knows.
bool attribute(int ordinal, hipDeviceAttribute_t attribute, int* value);

}  // namespace softhip
