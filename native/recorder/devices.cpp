#include "recorder/devices.h"

#include <stdio.h>
#include <string.h>

#include <algorithm>
#include <atomic>
#include <mutex>

#include "recorder/manifest.h"
#include "recorder/real.h"

namespace hrr {
namespace {

constexpr int kMostDevices = 64;

struct Description {
  std::string metadata;
  std::string platform;
};

std::atomic<const Description*> description{nullptr};
std::atomic<bool> asked{false};

template <size_t N>
std::string fixed(const char (&text)[N]) {
  return std::string(text, ::strnlen(text, N));
}

std::string hex(const void* data, size_t size) {
  std::string text;
  for (size_t i = 0; i < size; ++i) {
    char digits[3];
    ::snprintf(digits, sizeof digits, "%02x", static_cast<const unsigned char*>(data)[i]);
    text += digits;
  }
  return text;
}

// The bridge says which machine code an NVIDIA device runs, as AMD's library does of its own.
std::string platform_of(const std::string& arch) {
  if (arch == "softhip") return "soft";
  return arch.compare(0, 3, "sm_") == 0 ? "nvidia" : "amd";
}

std::string pci(const hipDeviceProp_t& p) {
  char text[32];
  ::snprintf(text, sizeof text, "%04x:%02x:%02x", p.pciDomainID & 0xFFFF, p.pciBusID & 0xFF, p.pciDeviceID & 0xFF);
  return text;
}

std::string device_text(int ordinal, const hipDeviceProp_t& p) {
  const auto number = [](auto value) { return std::to_string(value); };
  const auto flag = [](int value) { return std::string(value ? "true" : "false"); };
  const std::pair<const char*, std::string> properties[] = {
      {"name", json_string(fixed(p.name))},
      {"gcn_arch_name", json_string(fixed(p.gcnArchName))},
      {"total_global_mem", number(p.totalGlobalMem)},
      {"multi_processor_count", number(p.multiProcessorCount)},
      {"warp_size", number(p.warpSize)},
      {"max_threads_per_block", number(p.maxThreadsPerBlock)},
      {"clock_rate_khz", number(p.clockRate)},
      {"memory_clock_rate_khz", number(p.memoryClockRate)},
      {"memory_bus_width", number(p.memoryBusWidth)},
      {"l2_cache_size", number(p.l2CacheSize)},
      {"integrated", flag(p.integrated)},
      {"managed_memory", flag(p.managedMemory)},
      {"memory_pools_supported", flag(p.memoryPoolsSupported)},
      {"compute_mode", number(p.computeMode)},
      {"compute_capability", json_string(number(p.major) + "." + number(p.minor))},
      {"pci", json_string(pci(p))},
      {"uuid", json_string(hex(p.uuid.bytes, sizeof p.uuid.bytes))},
      {"luid", json_string(hex(p.luid, sizeof p.luid))},
      {"luid_device_node_mask", number(p.luidDeviceNodeMask)},
  };
  std::string text;
  for (const auto& [key, value] : properties) {
    text += (text.empty() ? "" : ",\n          ") + ("\"" + std::string(key) + "\": " + value);
  }
  return "      {\n        \"ordinal\": " + number(ordinal) + ",\n        \"properties\": {\n          " + text +
         "\n        }\n      }";
}

}  // namespace

void describe_devices() {
  if (asked.exchange(true)) return;
  int runtime = 0, count = 0;
  if (HRR_REAL(hipGetDeviceCount)(&count) != hipSuccess) return;
  (void)HRR_REAL(hipRuntimeGetVersion)(&runtime);
  std::string devices;
  std::string platform;
  int described = 0;
  for (int i = 0; i < std::min(count, kMostDevices); ++i) {
    hipDeviceProp_t properties{};
    if (HRR_REAL(hipGetDevicePropertiesR0600)(&properties, i) != hipSuccess) break;
    devices += (devices.empty() ? "\n" : ",\n") + device_text(i, properties);
    if (platform.empty()) platform = platform_of(fixed(properties.gcnArchName));
    ++described;
  }
  auto* found = new Description();
  found->platform = platform;
  found->metadata = "{\n    \"schema_version\": 1,\n    \"runtime\": { \"hip_runtime_version\": \"" +
                    std::to_string(runtime) +
                    "\", \"comgr_version\": \"\" },\n    \"device_count\": " + std::to_string(count) +
                    ",\n    \"captured_device_count\": " + std::to_string(described) + ",\n    \"devices\": [" +
                    devices + (devices.empty() ? "]" : "\n    ]") + "\n  }";
  description.store(found, std::memory_order_release);
}

std::string device_metadata() {
  const Description* found = description.load(std::memory_order_acquire);
  return found ? found->metadata : "";
}

std::string device_platform() {
  const Description* found = description.load(std::memory_order_acquire);
  return found ? found->platform : "";
}

std::string current_arch() {
  int device = 0;
  hipDeviceProp_t properties{};
  if (HRR_REAL(hipGetDevice)(&device) != hipSuccess) return "";
  if (HRR_REAL(hipGetDevicePropertiesR0600)(&properties, device) != hipSuccess) return "";
  return fixed(properties.gcnArchName);
}

}  // namespace hrr
