// Devices: choosing one, and what it says about itself.
#include <cstdio>
#include <cstring>

#include "softhip/api.h"
#include "softhip/memory.h"
#include "softhip/properties.h"
#include "softhip/state.h"

using namespace softhip;

namespace {

template <typename Body>
hipError_t with_device(int ordinal, const void* out, Body body) {
  if (out == nullptr) return hipErrorInvalidValue;
  if (!valid_device(ordinal)) return hipErrorInvalidDevice;
  body();
  return hipSuccess;
}

void bus_id(int ordinal, char (&text)[16]) {
  const hipDeviceProp_t& p = properties(ordinal);
  std::snprintf(text, sizeof(text), "%04x:%02x:%02x.0", p.pciDomainID & 0xFFFF, p.pciBusID & 0xFF,
                p.pciDeviceID & 0xFF);
}

// The device that has the most of what was asked for; the devices are all alike, so it is the first.
hipError_t choose(int* ordinal, const void* wanted) {
  if (ordinal == nullptr || wanted == nullptr) return hipErrorInvalidValue;
  if (device_count() == 0) return hipErrorNoDevice;
  *ordinal = 0;
  return hipSuccess;
}

}  // namespace

SOFTHIP_API hipError_t hipInit(unsigned int flags) {
  return call(__func__, [&] {
    if (flags != 0) return hipErrorInvalidValue;
    return device_count() > 0 ? hipSuccess : hipErrorNoDevice;
  });
}

SOFTHIP_API hipError_t hipDriverGetVersion(int* driverVersion) {
  return call(__func__, [&] {
    if (driverVersion == nullptr) return hipErrorInvalidValue;
    *driverVersion = kRuntimeVersion;
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipRuntimeGetVersion(int* runtimeVersion) {
  return call(__func__, [&] {
    if (runtimeVersion == nullptr) return hipErrorInvalidValue;
    *runtimeVersion = kRuntimeVersion;
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipGetDeviceCount(int* count) {
  return call(__func__, [&] {
    if (count == nullptr) return hipErrorInvalidValue;
    *count = device_count();
    return *count > 0 ? hipSuccess : hipErrorNoDevice;
  });
}

SOFTHIP_API hipError_t hipGetDevice(int* deviceId) {
  return call(__func__, [&] {
    if (deviceId == nullptr) return hipErrorInvalidValue;
    if (device_count() == 0) return hipErrorNoDevice;
    *deviceId = thread_state.device;
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipSetDevice(int deviceId) {
  return call(__func__, [&] {
    if (!valid_device(deviceId)) return device_count() == 0 ? hipErrorNoDevice : hipErrorInvalidDevice;
    thread_state.device = deviceId;
    // The device's primary context takes the place of the one on top of the thread's stack.
    if (thread_state.extras != nullptr && !thread_state.extras->contexts.empty()) {
      thread_state.extras->contexts.back() = primary_context(deviceId);
    }
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipInitDevice(int device, unsigned int, unsigned int flags) {
  return call(__func__, [&] {
    if (flags != 0) return hipErrorInvalidValue;
    return valid_device(device) ? hipSuccess : hipErrorInvalidDevice;
  });
}

SOFTHIP_API hipError_t hipSetValidDevices(int* device_arr, int len) {
  return call(__func__, [&] {
    if (len < 0 || (len > 0 && device_arr == nullptr)) return hipErrorInvalidValue;
    for (int i = 0; i < len; ++i) {
      if (!valid_device(device_arr[i])) return hipErrorInvalidDevice;
    }
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipDeviceGet(hipDevice_t* device, int ordinal) {
  return call(__func__, [&] { return with_device(ordinal, device, [&] { *device = ordinal; }); });
}

SOFTHIP_API hipError_t hipGetDevicePropertiesR0600(hipDeviceProp_tR0600* prop, int device) {
  return call(__func__, [&] { return with_device(device, prop, [&] { *prop = properties(device); }); });
}

SOFTHIP_API hipError_t hipGetDevicePropertiesR0000(hipDeviceProp_tR0000* prop, int device) {
  return call(__func__, [&] { return with_device(device, prop, [&] { *prop = old_properties(device); }); });
}

SOFTHIP_API hipError_t hipDeviceGetAttribute(int* pi, hipDeviceAttribute_t attr, int deviceId) {
  return call(__func__, [&] {
    if (pi == nullptr) return hipErrorInvalidValue;
    if (!valid_device(deviceId)) return hipErrorInvalidDevice;
    return attribute(deviceId, attr, pi) ? hipSuccess : hipErrorInvalidValue;
  });
}

SOFTHIP_API hipError_t hipDeviceGetName(char* name, int len, hipDevice_t device) {
  return call(__func__, [&] {
    if (name == nullptr || len <= 0) return hipErrorInvalidValue;
    if (!valid_device(device)) return hipErrorInvalidDevice;
    std::snprintf(name, static_cast<size_t>(len), "%s", kDeviceName);
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipDeviceGetUuid(hipUUID* uuid, hipDevice_t device) {
  return call(__func__, [&] { return with_device(device, uuid, [&] { *uuid = properties(device).uuid; }); });
}

SOFTHIP_API hipError_t hipDeviceGetLuid(char* luid, unsigned int* deviceNodeMask, hipDevice_t device) {
  return call(__func__, [&] {
    if (luid == nullptr || deviceNodeMask == nullptr) return hipErrorInvalidValue;
    return with_device(device, luid, [&] {
      std::memcpy(luid, properties(device).luid, sizeof(hipDeviceProp_t::luid));
      *deviceNodeMask = properties(device).luidDeviceNodeMask;
    });
  });
}

SOFTHIP_API hipError_t hipDeviceGetPCIBusId(char* pciBusId, int len, int device) {
  return call(__func__, [&] {
    char text[16];
    if (pciBusId == nullptr || len <= 0) return hipErrorInvalidValue;
    if (!valid_device(device)) return hipErrorInvalidDevice;
    bus_id(device, text);
    std::snprintf(pciBusId, static_cast<size_t>(len), "%s", text);
    return hipSuccess;
  });
}

SOFTHIP_API hipError_t hipDeviceGetByPCIBusId(int* device, const char* pciBusId) {
  return call(__func__, [&] {
    if (device == nullptr || pciBusId == nullptr) return hipErrorInvalidValue;
    for (int i = 0; i < device_count(); ++i) {
      char text[16];
      bus_id(i, text);
      if (std::strcmp(text, pciBusId) == 0) {
        *device = i;
        return hipSuccess;
      }
    }
    return hipErrorInvalidValue;
  });
}

SOFTHIP_API hipError_t hipDeviceComputeCapability(int* major, int* minor, hipDevice_t device) {
  return call(__func__, [&] {
    if (major == nullptr || minor == nullptr) return hipErrorInvalidValue;
    return with_device(device, major, [&] {
      *major = properties(device).major;
      *minor = properties(device).minor;
    });
  });
}

SOFTHIP_API hipError_t hipDeviceTotalMem(size_t* bytes, hipDevice_t device) {
  return call(__func__, [&] { return with_device(device, bytes, [&] { *bytes = total_memory(); }); });
}

SOFTHIP_API hipError_t hipChooseDevice(int* device, const hipDeviceProp_t* prop) {
  return call(__func__, [&] { return choose(device, prop); });
}

SOFTHIP_API hipError_t hipChooseDeviceR0000(int* device, const hipDeviceProp_tR0000* properties) {
  return call(__func__, [&] { return choose(device, properties); });
}

// Plain names, which the header turns into versioned ones: what programs from before HIP 6 ask for.
#undef hipGetDeviceProperties
SOFTHIP_API hipError_t hipGetDeviceProperties(hipDeviceProp_tR0000* prop, int device) {
  return hipGetDevicePropertiesR0000(prop, device);
}

SOFTHIP_API hipError_t hipChooseDeviceR0600(int* device, const hipDeviceProp_tR0600* prop) {
  return hipChooseDevice(device, prop);
}
