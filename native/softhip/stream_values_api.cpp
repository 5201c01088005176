// Streams that write to memory and wait for memory.
#include <time.h>

#include <atomic>
#include <vector>

#include "softhip/api.h"
#include "softhip/memory.h"
#include "softhip/stream.h"

using namespace softhip;

namespace {

struct MemOp {
  bool wait = false;
  bool wide = false;  // 64 bits
  void* at = nullptr;
  uint64_t value = 0;
  uint64_t mask = 0;
  unsigned flags = 0;
};

template <typename T>
T load(const void* at) {
  return __atomic_load_n(static_cast<const T*>(at), __ATOMIC_ACQUIRE);
}

bool satisfied(const MemOp& op) {
  const uint64_t seen = (op.wide ? load<uint64_t>(op.at) : load<uint32_t>(op.at)) & op.mask;
  const uint64_t value = op.value & op.mask;
  switch (op.flags) {
    case hipStreamWaitValueGte:
      // Signed: a counter that has wrapped is still ahead.
      return op.wide ? static_cast<int64_t>(seen - value) >= 0 : static_cast<int32_t>(seen - value) >= 0;
    case hipStreamWaitValueEq:
      return seen == value;
    case hipStreamWaitValueAnd:
      return (seen & value) != 0;
    default:
      return static_cast<uint64_t>(~(seen | value) & op.mask) != 0;  // Nor
  }
}

void run(const MemOp& op) {
  if (!op.wait) {
    if (op.wide) {
      __atomic_store_n(static_cast<uint64_t*>(op.at), op.value, __ATOMIC_RELEASE);
    } else {
      __atomic_store_n(static_cast<uint32_t*>(op.at), static_cast<uint32_t>(op.value), __ATOMIC_RELEASE);
    }
    return;
  }
  const timespec nap{0, 20000};
  for (int i = 0; !satisfied(op); ++i) {
    if (i < 1000) {
      cpu_pause();
    } else {
      nanosleep(&nap, nullptr);
    }
  }
}

hipError_t check(const MemOp& op) {
  const size_t size = op.wide ? 8 : 4;
  if (op.at == nullptr || reinterpret_cast<uintptr_t>(op.at) % size != 0) return hipErrorInvalidValue;
  if (op.wait ? op.flags > hipStreamWaitValueNor : op.flags != 0) return hipErrorInvalidValue;
  return covered(op.at, size) ? hipSuccess : hipErrorInvalidValue;
}

hipError_t submit_op(hipStream_t handle, const MemOp& op) {
  Stream* stream = nullptr;
  SOFTHIP_TRY(resolve_stream(handle, &stream));
  SOFTHIP_TRY(check(op));
  enqueue(stream, [op] { run(op); });
  return hipSuccess;
}

hipError_t read(const hipStreamBatchMemOpParams& params, MemOp* op) {
  switch (params.operation) {
    case hipStreamMemOpWaitValue32:
    case hipStreamMemOpWaitValue64:
      op->wait = true;
      op->wide = params.operation == hipStreamMemOpWaitValue64;
      op->at = params.waitValue.address;
      op->value = op->wide ? params.waitValue.value64 : params.waitValue.value;
      op->flags = params.waitValue.flags;
      break;
    case hipStreamMemOpWriteValue32:
    case hipStreamMemOpWriteValue64:
      op->wide = params.operation == hipStreamMemOpWriteValue64;
      op->at = params.writeValue.address;
      op->value = op->wide ? params.writeValue.value64 : params.writeValue.value;
      op->flags = params.writeValue.flags;
      break;
    case hipStreamMemOpBarrier:
    case hipStreamMemOpFlushRemoteWrites:
      return hipErrorNotSupported;
    default:
      return hipErrorInvalidValue;
  }
  op->mask = op->wide ? UINT64_MAX : UINT32_MAX;
  return check(*op);
}

}  // namespace

SOFTHIP_API hipError_t hipStreamWaitValue32(hipStream_t stream, void* ptr, uint32_t value, unsigned int flags,
                                            uint32_t mask) {
  return call(__func__, [&] { return submit_op(stream, {true, false, ptr, value, mask, flags}); });
}

SOFTHIP_API hipError_t hipStreamWaitValue64(hipStream_t stream, void* ptr, uint64_t value, unsigned int flags,
                                            uint64_t mask) {
  return call(__func__, [&] { return submit_op(stream, {true, true, ptr, value, mask, flags}); });
}

SOFTHIP_API hipError_t hipStreamWriteValue32(hipStream_t stream, void* ptr, uint32_t value, unsigned int flags) {
  return call(__func__, [&] { return submit_op(stream, {false, false, ptr, value, UINT32_MAX, flags}); });
}

SOFTHIP_API hipError_t hipStreamWriteValue64(hipStream_t stream, void* ptr, uint64_t value, unsigned int flags) {
  return call(__func__, [&] { return submit_op(stream, {false, true, ptr, value, UINT64_MAX, flags}); });
}

SOFTHIP_API hipError_t hipStreamBatchMemOp(hipStream_t stream, unsigned int count,
                                           hipStreamBatchMemOpParams* paramArray, unsigned int flags) {
  return call(__func__, [&]() -> hipError_t {
    Stream* resolved = nullptr;
    if (paramArray == nullptr || count == 0 || count > 256 || flags != 0) return hipErrorInvalidValue;
    SOFTHIP_TRY(resolve_stream(stream, &resolved));
    std::vector<MemOp> ops(count);
    for (unsigned i = 0; i < count; ++i) SOFTHIP_TRY(read(paramArray[i], &ops[i]));
    enqueue(resolved, [ops = std::move(ops)] {
      for (const MemOp& op : ops) run(op);
    });
    return hipSuccess;
  });
}
