#include "recorder/launch.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "recorder/allocations.h"
#include "recorder/inner.h"
#include "recorder/modules.h"
#include "recorder/real.h"

namespace hrr {
namespace {

constexpr size_t kLongest = 65535;  // of a name and of an argument
enum ArgumentKind : uint8_t { kValue = 0, kPointer = 1, kValueWithAddresses = 3 };

struct ArgumentSource {
  void** params = nullptr;
  const uint8_t* block = nullptr;  // all arguments in one piece
  size_t block_size = 0;

  bool any() const { return params || block; }
  // The argument's bytes, null when the source does not reach that far.
  const uint8_t* bytes(size_t index, const Argument& argument) const {
    if (params) return static_cast<const uint8_t*>(params[index]);
    if (argument.offset > block_size || argument.size > block_size - argument.offset) return nullptr;
    return block + argument.offset;
  }
};

ArgumentSource source_of(void** params, void** extra) {
  ArgumentSource source;
  source.params = params;
  if (params || !extra) return source;
  for (size_t i = 0; extra[i] != HIP_LAUNCH_PARAM_END; i += 2) {
    if (extra[i] == HIP_LAUNCH_PARAM_BUFFER_POINTER) {
      source.block = static_cast<const uint8_t*>(extra[i + 1]);
    } else if (extra[i] == HIP_LAUNCH_PARAM_BUFFER_SIZE) {
      source.block_size = *static_cast<const size_t*>(extra[i + 1]);
    } else {
      break;
    }
  }
  return source;
}

// Offsets of the 8-byte words in a value that point into device memory.
std::vector<uint16_t> addresses_in(const uint8_t* value, size_t size) {
  std::vector<uint16_t> offsets;
  for (size_t at = 0; at + 8 <= size; at += 8) {
    uint64_t candidate;
    std::memcpy(&candidate, value + at, sizeof candidate);
    if (candidate != 0 && allocations().on_device(candidate)) offsets.push_back(static_cast<uint16_t>(at));
  }
  return offsets;
}

void add_argument(LongRecord* record, const Argument& argument, const uint8_t* bytes) {
  const auto size = static_cast<uint16_t>(argument.size);
  std::vector<uint16_t> offsets;
  if (!argument.pointer && bytes) offsets = addresses_in(bytes, size);
  record->add(static_cast<uint8_t>(argument.pointer ? kPointer : offsets.empty() ? kValue : kValueWithAddresses));
  record->add(size);
  if (bytes)
    record->add_bytes(bytes, size);
  else
    record->add_zeros(size);
  if (offsets.empty()) return;
  record->add(static_cast<uint16_t>(offsets.size()));
  record->add_bytes(offsets.data(), offsets.size() * sizeof(uint16_t));
}

bool can_be_written(const KernelRef& kernel) {
  if (kernel.name.size() > kLongest) return false;
  if (!kernel.kernel) return true;
  for (const Argument& argument : kernel.kernel->arguments) {
    if (argument.size > kLongest) return false;
  }
  return kernel.kernel->arguments.size() <= kLongest;
}

size_t argument_count(const KernelRef& kernel, const ArgumentSource& source) {
  return kernel.kernel && source.any() ? kernel.kernel->arguments.size() : 0;
}

void add_arguments(LongRecord* record, const KernelRef& kernel, const ArgumentSource& source) {
  const size_t count = argument_count(kernel, source);
  for (size_t i = 0; i < count; ++i) {
    const Argument& argument = kernel.kernel->arguments[i];
    add_argument(record, argument, source.bytes(i, argument));
  }
}

KernelRef look_up(Session& session, const void* function, bool by_host) {
  KernelRef kernel;
  const auto handle = reinterpret_cast<uint64_t>(function);
  // A kernel handle may stand where a host function is expected, and the other way round.
  const bool known = by_host
                         ? find_host_function(session, function, &kernel) || find_function(session, handle, &kernel)
                         : find_function(session, handle, &kernel) || find_host_function(session, function, &kernel);
  if (!known && trace_function(handle) && find_function(session, handle, &kernel)) return kernel;
  if (!known) {
    real::QuietErrors quiet;
    const char* name = by_host ? HRR_REAL(hipKernelNameRefByPtr)(function, nullptr)
                               : HRR_REAL(hipKernelNameRef)(static_cast<hipFunction_t>(const_cast<void*>(function)));
    kernel.name = name ? name : "";
  }
  return kernel;
}

struct Configuration {
  dim3 grid, block;
  uint64_t shared;
  hipStream_t stream;
  std::vector<uint8_t> arguments;
};

std::vector<Configuration>& configurations() {
  static thread_local std::vector<Configuration> stack;
  return stack;
}

}  // namespace

KernelRef kernel_of(Session& session, const void* function) { return look_up(session, function, true); }

void record_launch(Call& call, uint16_t type, const LaunchCall& launch) {
  Session& session = call.session();
  const KernelRef kernel = look_up(session, launch.function, launch.by_host);
  if (!can_be_written(kernel)) {
    session.lose("a launch of " + kernel.name.substr(0, 100) + " that is too large to write down");
    return;
  }
  const ArgumentSource source = source_of(launch.params, launch.extra);
  if (launch.start) inner_event_record(call, launch.start, launch.stream);
  LongRecord record;
  record.add(word(launch.stream));
  record.add_string(kernel.name.c_str());
  record.add(kernel.code);
  for (int i = 0; i < 3; ++i) {
    const uint32_t block = std::max(launch.block[i], 1u);
    record.add(launch.global_size ? launch.grid[i] / block + (launch.grid[i] % block != 0) : launch.grid[i]);
  }
  for (const uint32_t size : launch.block) record.add(size);
  record.add(static_cast<uint32_t>(launch.shared));
  record.add(static_cast<uint16_t>(argument_count(kernel, source)));
  record.add(uint16_t{0});  // snapshot records
  add_arguments(&record, kernel, source);
  const uint32_t attributes = launch.attributes ? launch.attribute_count : 0;
  record.add(attributes);
  record.add(static_cast<uint32_t>(attributes ? sizeof(hipLaunchAttribute) : 0));
  if (attributes) record.add_bytes(launch.attributes, attributes * sizeof(hipLaunchAttribute));
  call.write_as(type, record.data(), record.size());
  if (launch.stop) inner_event_record(call, launch.stop, launch.stream);
}

void add_kernel_node(Session& session, LongRecord* record, const hipKernelNodeParams* node) {
  KernelRef kernel;
  if (node) kernel = look_up(session, node->func, true);
  if (!can_be_written(kernel)) kernel = KernelRef();
  const ArgumentSource source = node ? source_of(node->kernelParams, node->extra) : ArgumentSource();
  record->add_string(kernel.name.c_str());
  record->add(kernel.code);
  record->add(static_cast<uint16_t>(argument_count(kernel, source)));
  add_arguments(record, kernel, source);
}

void configure(dim3 grid, dim3 block, uint64_t shared, hipStream_t stream) {
  configurations().push_back({grid, block, shared, stream, {}});
}

void configure_argument(const void* argument, size_t size, size_t offset) {
  if (configurations().empty() || offset > kLongest || size > kLongest) return;
  std::vector<uint8_t>& block = configurations().back().arguments;
  block.resize(std::max(block.size(), offset + size));
  std::memcpy(block.data() + offset, argument, size);
}

void unconfigure() {
  if (!configurations().empty()) configurations().pop_back();
}

bool take_configuration(Configured* configured) {
  if (configurations().empty()) return false;
  Configuration top = std::move(configurations().back());
  configurations().pop_back();
  LaunchCall& launch = configured->launch;
  launch.grid[0] = top.grid.x, launch.grid[1] = top.grid.y, launch.grid[2] = top.grid.z;
  launch.block[0] = top.block.x, launch.block[1] = top.block.y, launch.block[2] = top.block.z;
  launch.shared = top.shared;
  launch.stream = top.stream;
  configured->arguments = std::move(top.arguments);
  configured->size = configured->arguments.size();
  configured->extra[0] = HIP_LAUNCH_PARAM_BUFFER_POINTER;
  configured->extra[1] = configured->arguments.data();
  configured->extra[2] = HIP_LAUNCH_PARAM_BUFFER_SIZE;
  configured->extra[3] = &configured->size;
  configured->extra[4] = HIP_LAUNCH_PARAM_END;
  launch.extra = configured->extra;
  return true;
}

}  // namespace hrr
