#include "recorder/launch.h"

#include <errno.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "recorder/allocations.h"
#include "recorder/config.h"
#include "recorder/inner.h"
#include "recorder/modules.h"
#include "recorder/real.h"
#include "recorder_names.h"

namespace hrr {
namespace {

constexpr size_t kLongest = 65535;       // of a name and of an argument
constexpr uint32_t kMostThreads = 1024;  // of a block, on any device
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

template <typename Fn>
void for_each_word(const uint8_t* value, size_t size, Fn fn) {
  for (size_t at = 0; at + 8 <= size; at += 8) {
    uint64_t found;
    std::memcpy(&found, value + at, sizeof found);
    if (found != 0) fn(at, found);
  }
}

// Offsets of the 8-byte words in a value that point into memory which the device reaches.
std::vector<uint16_t> addresses_in(const uint8_t* value, size_t size) {
  std::vector<uint16_t> offsets;
  for_each_word(value, size, [&](size_t at, uint64_t word) {
    const bool pinned = config().version >= 8 && allocations().find_pinned(word).size != 0;
    if (pinned || allocations().on_device(word)) offsets.push_back(static_cast<uint16_t>(at));
  });
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

// Words of the arguments that point into pinned memory.
std::vector<uint64_t> pinned_addresses(const KernelRef& kernel, const ArgumentSource& source) {
  std::vector<uint64_t> found;
  const size_t count = argument_count(kernel, source);
  for (size_t i = 0; i < count; ++i) {
    const Argument& argument = kernel.kernel->arguments[i];
    const uint8_t* bytes = source.bytes(i, argument);
    if (!bytes) continue;
    for_each_word(bytes, argument.size, [&](size_t, uint64_t word) {
      if (allocations().find_pinned(word).size != 0) found.push_back(word);
    });
  }
  return found;
}

// What the program has registered or looked up.
bool known_kernel(Session& session, const void* function, bool by_host, KernelRef* kernel) {
  const auto handle = reinterpret_cast<uint64_t>(function);
  // A kernel handle may stand where a host function is expected, and the other way round.
  return by_host ? find_host_function(session, function, kernel) || find_function(session, handle, kernel)
                 : find_function(session, handle, kernel) || find_host_function(session, function, kernel);
}

KernelRef look_up(Session& session, const void* function, bool by_host) {
  KernelRef kernel;
  const auto handle = reinterpret_cast<uint64_t>(function);
  const bool known = known_kernel(session, function, by_host, &kernel);
  if (!known && trace_function(handle) && find_function(session, handle, &kernel)) return kernel;
  if (!known) {
    real::QuietErrors quiet;
    const char* name = by_host ? HRR_REAL(hipKernelNameRefByPtr)(function, nullptr)
                               : HRR_REAL(hipKernelNameRef)(static_cast<hipFunction_t>(const_cast<void*>(function)));
    kernel.name = name ? name : "";
  }
  return kernel;
}

// The runtime refuses it before it looks at the arguments; we must not look at them either.
bool may_succeed(const LaunchCall& launch) {
  uint64_t threads = 1;
  for (int i = 0; i < 3; ++i) {
    if (launch.grid[i] == 0 || launch.block[i] == 0) return false;
    threads *= std::min(launch.block[i], kMostThreads + 1);
  }
  return launch.function != nullptr && threads <= kMostThreads;
}

// Names pinned memory that a launch reaches and nothing was recorded of.
void name_unseen(Session& session, const char* call, const char* why, const KernelRef& kernel,
                 const ArgumentSource& source) {
  if (!config().content || !allocations().any_pinned() || pinned_addresses(kernel, source).empty()) return;
  if (!why) {
    why = config().version < 8 ? "format 7 does not hold the pinned memory that a kernel reads"
          : !config().snapshots
              ? "the pinned memory that a kernel reads was not to be recorded"
              : "the pinned memory that a kernel reads is not recorded where its arguments were not known before";
  }
  session.cannot_replay(call, why);
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

void prepare_launch(Call& call, const LaunchCall& launch, PreparedLaunch* prepared) {
  if (!takes_snapshots() || !allocations().any_pinned() || !may_succeed(launch)) return;
  const int before = errno;
  const NoSignals quiet;
  Session& session = call.session();
  if (known_kernel(session, launch.function, launch.by_host, &prepared->kernel)) {
    const auto addresses = pinned_addresses(prepared->kernel, source_of(launch.params, launch.extra));
    if (!addresses.empty()) session.snapshots.take(addresses, launch.stream, &prepared->pinned);
  }
  errno = before;
}

void record_launch(Call& call, uint16_t type, const LaunchCall& launch, const PreparedLaunch& prepared) {
  Session& session = call.session();
  const bool known = prepared.kernel.kernel != nullptr;
  const KernelRef kernel = known ? prepared.kernel : look_up(session, launch.function, launch.by_host);
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
  record.add(static_cast<uint16_t>(prepared.pinned.count()));
  add_arguments(&record, kernel, source);
  const uint32_t attributes = launch.attributes ? launch.attribute_count : 0;
  record.add(attributes);
  record.add(static_cast<uint32_t>(attributes ? sizeof(hipLaunchAttribute) : 0));
  if (attributes) record.add_bytes(launch.attributes, attributes * sizeof(hipLaunchAttribute));
  prepared.pinned.add_to(&record);
  const uint64_t at = call.write_as(type, record.data(), record.size());
  if (at != 0) session.snapshots.recorded(prepared.pinned);
  if (prepared.pinned.count() == 0) name_unseen(session, kNames[type], prepared.pinned.missing, kernel, source);
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
  constexpr auto why = "the pinned memory that a kernel node reads is not recorded";
  name_unseen(session, kNames[api_hipGraphAddKernelNode], why, kernel, source);
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
