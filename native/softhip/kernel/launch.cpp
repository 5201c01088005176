#include "softhip/kernel/launch.h"

#include <stdlib.h>

#include <algorithm>
#include <cstring>

#include "softhip/api.h"
#include "softhip/event.h"
#include "softhip/kernel/registration.h"
#include "softhip/properties.h"
#include "softhip/stream.h"

namespace softhip {
namespace {

constexpr size_t kArgumentsInline = 32;
constexpr size_t kInlineAlignment = 16;
constexpr size_t kPadding = 64;

struct Free {
  void operator()(char* memory) const { free(memory); }
};

// A launch in the queue. Small enough to need no memory of its own when the arguments are few.
struct Launch {
  alignas(kInlineAlignment) char few[kArgumentsInline];
  std::unique_ptr<char, Free> many;
  const Kernel* kernel;
  LaunchShape shape;

  void operator()() const { kernel->run(shape, many != nullptr ? many.get() : few); }

  // Where the arguments go.
  char* arguments(const KernelInfo& info) {
    if (info.arguments_size <= kArgumentsInline && info.arguments_align <= kInlineAlignment) return few;
    many.reset(static_cast<char*>(aligned_alloc(kPadding, (info.arguments_size + kPadding - 1) / kPadding * kPadding)));
    if (many == nullptr) throw std::bad_alloc();
    return many.get();
  }
};

hipError_t copy_packed(const void* from, size_t size, const KernelInfo& info, char* to) {
  // The last argument's padding need not be there.
  size_t needed = 0;
  for (const abi::Argument& argument : info.arguments)
    needed = std::max<size_t>(needed, argument.offset + argument.size);
  if (from == nullptr ? needed != 0 : size < needed) return hipErrorInvalidValue;
  if (needed != 0) memcpy(to, from, needed);
  return hipSuccess;
}

hipError_t copy_extra(void** extra, const KernelInfo& info, char* to) {
  const void* buffer = nullptr;
  const size_t* size = nullptr;
  for (; *extra != HIP_LAUNCH_PARAM_END; extra += 2) {
    if (*extra == HIP_LAUNCH_PARAM_BUFFER_POINTER) {
      buffer = extra[1];
    } else if (*extra == HIP_LAUNCH_PARAM_BUFFER_SIZE) {
      size = static_cast<const size_t*>(extra[1]);
    } else {
      return hipErrorInvalidValue;
    }
  }
  return copy_packed(buffer, size != nullptr ? *size : 0, info, to);
}

hipError_t copy_arguments(const LaunchRequest& request, const KernelInfo& info, char* to) {
  if (request.parameters != nullptr && request.extra != nullptr) return hipErrorInvalidValue;
  if (request.extra != nullptr) return copy_extra(request.extra, info, to);
  if (request.packed != nullptr) return copy_packed(request.packed, request.packed_size, info, to);
  if (info.arguments.empty()) return hipSuccess;
  if (request.parameters == nullptr) return hipErrorInvalidValue;
  for (size_t i = 0; i < info.arguments.size(); ++i) {
    const abi::Argument& argument = info.arguments[i];
    if (request.parameters[i] == nullptr) return hipErrorInvalidValue;
    memcpy(to + argument.offset, request.parameters[i], argument.size);
  }
  return hipSuccess;
}

hipError_t check_shape(const Function* function, const LaunchShape& shape) {
  const KernelInfo& info = function->kernel->info();
  if (shape.grid.x == 0 || shape.grid.y == 0 || shape.grid.z == 0) return hipErrorInvalidConfiguration;
  if (shape.block.x == 0 || shape.block.y == 0 || shape.block.z == 0) return hipErrorInvalidConfiguration;
  if (shape.block.x > kMaxThreadsPerBlock || shape.block.y > kMaxThreadsPerBlock ||
      shape.block.z > kMaxThreadsPerBlock || shape.threads() > kMaxThreadsPerBlock) {
    return hipErrorInvalidConfiguration;
  }
  uint64_t blocks = 0;
  if (__builtin_mul_overflow(uint64_t{shape.grid.x} * shape.grid.y, uint64_t{shape.grid.z}, &blocks)) {
    return hipErrorInvalidConfiguration;
  }
  if (shape.threads() > info.max_threads) return hipErrorLaunchFailure;  // more than __launch_bounds__ promised
  if (uint64_t{shape.shared} + info.shared > kSharedMemoryPerBlock) return hipErrorInvalidValue;
  if (shape.cooperative) {
    const uint64_t most = uint64_t{resident_blocks(function, shape.threads(), shape.shared)} *
                          static_cast<uint64_t>(properties(function->module->device).multiProcessorCount);
    if (blocks > most) return hipErrorCooperativeLaunchTooLarge;
  }
  return hipSuccess;
}

// A launch with events of its own times itself.
hipError_t enqueue_timed(Launch launch, const LaunchRequest& request, Stream* stream) {
  Event* const start = request.start != nullptr ? find_event(request.start) : nullptr;
  Event* const stop = request.stop != nullptr ? find_event(request.stop) : nullptr;
  if ((request.start != nullptr && start == nullptr) || (request.stop != nullptr && stop == nullptr)) {
    return hipErrorInvalidHandle;
  }
  const uint64_t start_serial = start != nullptr ? begin_record(start) : 0;
  const uint64_t stop_serial = stop != nullptr ? begin_record(stop) : 0;
  const Point point = enqueue(stream, [launch = std::move(launch), start, stop, start_serial, stop_serial] {
    if (start != nullptr) finish_record(start, start_serial);
    launch();
    if (stop != nullptr) finish_record(stop, stop_serial);
  });
  if (start != nullptr) set_point(start, start_serial, point);
  if (stop != nullptr) set_point(stop, stop_serial, point);
  return hipSuccess;
}

hipError_t launch_on(Function* function, const LaunchRequest& request, Stream* stream) {
  if (stream->device != function->module->device) return hipErrorInvalidHandle;
  SOFTHIP_TRY(check_shape(function, request.shape));
  Launch launch{{}, nullptr, function->kernel, request.shape};
  const KernelInfo& info = function->kernel->info();
  SOFTHIP_TRY(copy_arguments(request, info, launch.arguments(info)));
  if (request.start != nullptr || request.stop != nullptr) return enqueue_timed(std::move(launch), request, stream);
  enqueue(stream, std::move(launch));
  return hipSuccess;
}

}  // namespace

hipError_t launch(Function* function, const LaunchRequest& request) {
  Stream* stream = nullptr;
  SOFTHIP_TRY(resolve_stream(request.stream, &stream, request.per_thread));
  return launch_on(function, request, stream);
}

hipError_t launch_stub(const void* stub, const LaunchRequest& request) {
  if (device_count() == 0) return hipErrorNoDevice;
  Stream* stream = nullptr;
  SOFTHIP_TRY(resolve_stream(request.stream, &stream, request.per_thread));
  Function* function = nullptr;
  SOFTHIP_TRY(function_of_stub(stub, stream->device, &function));
  return launch_on(function, request, stream);
}

unsigned resident_blocks(const Function* function, uint64_t block_threads, uint64_t dynamic_shared) {
  const KernelInfo& info = function->kernel->info();
  const uint64_t shared = info.shared + dynamic_shared;
  if (block_threads == 0 || block_threads > info.max_threads || shared > kSharedMemoryPerBlock) return 0;
  const hipDeviceProp_tR0600& device = properties(function->module->device);
  uint64_t blocks = std::min<uint64_t>(static_cast<uint64_t>(device.maxBlocksPerMultiProcessor),
                                       static_cast<uint64_t>(device.maxThreadsPerMultiProcessor) / block_threads);
  if (shared != 0) blocks = std::min<uint64_t>(blocks, device.sharedMemPerMultiprocessor / shared);
  return static_cast<unsigned>(blocks);
}

}  // namespace softhip
