// Many copies in one call.
#include "softhip/api.h"
#include "softhip/copy.h"

using namespace softhip;

namespace {

When when_of(hipMemcpySrcAccessOrder order) {
  return order == hipMemcpySrcAccessOrderDuringApiCall ? When::kReadAtOnce : When::kAsync;
}

hipError_t copy_batch(void** dsts, void** srcs, const size_t* sizes, size_t count, const hipMemcpyAttributes* attrs,
                      const size_t* indices, size_t attr_count, size_t* failed, hipStream_t handle) {
  if (failed != nullptr) *failed = SIZE_MAX;
  if (dsts == nullptr || srcs == nullptr || sizes == nullptr || count == 0) return hipErrorInvalidValue;
  if (attr_count > count || (attr_count > 0 && (attrs == nullptr || indices == nullptr || indices[0] != 0))) {
    return hipErrorInvalidValue;
  }
  Stream* stream = nullptr;
  SOFTHIP_TRY(resolve_stream(handle, &stream));
  size_t attr = 0;  // attributes hold from their index to the next one's
  for (size_t i = 0; i < count; ++i) {
    while (attr + 1 < attr_count && indices[attr + 1] <= i) ++attr;
    Copy copy;
    copy.dst = linear(dsts[i]);
    copy.src = linear(srcs[i]);
    copy.width = sizes[i];
    const When when = attr_count > 0 ? when_of(attrs[attr].srcAccessOrder) : When::kAsync;
    if (const hipError_t error = sizes[i] == 0 ? hipErrorInvalidValue : submit(copy, stream, when)) {
      if (failed != nullptr) *failed = i;
      return error;
    }
  }
  return hipSuccess;
}

hipError_t read_operand(const hipMemcpy3DOperand& operand, Endpoint* at) {
  if (operand.type == hipMemcpyOperandTypePointer) {
    *at = pitched(operand.op.ptr.ptr, operand.op.ptr.rowLength, operand.op.ptr.layerHeight);
    return operand.op.ptr.ptr != nullptr ? hipSuccess : hipErrorInvalidValue;
  }
  if (operand.type != hipMemcpyOperandTypeArray) return hipErrorInvalidValue;
  const Array* array = find_array(operand.op.array.array);
  if (array == nullptr) return hipErrorInvalidHandle;
  const hipOffset3D& offset = operand.op.array.offset;
  if (offset.x > array->width) return hipErrorInvalidValue;
  *at = array_box(array, offset.x * array->element, offset.y, offset.z);
  return hipSuccess;
}

// Row lengths and the extent count elements: of the array that takes part, or bytes.
hipError_t read_batch_op(const hipMemcpy3DBatchOp& op, Copy* copy) {
  SOFTHIP_TRY(read_operand(op.src, &copy->src));
  SOFTHIP_TRY(read_operand(op.dst, &copy->dst));
  const Array* array = copy->src.array != nullptr ? copy->src.array : copy->dst.array;
  const uint64_t element = array != nullptr ? array->element : 1;
  if (copy->dst.array != nullptr && copy->dst.array->element != element) return hipErrorInvalidValue;
  for (Endpoint* at : {&copy->src, &copy->dst}) {
    if (at->array == nullptr && __builtin_mul_overflow(at->pitch, element, &at->pitch)) return hipErrorInvalidValue;
  }
  if (__builtin_mul_overflow(op.extent.width, element, &copy->width)) return hipErrorInvalidValue;
  copy->height = op.extent.height;
  copy->depth = op.extent.depth;
  SOFTHIP_TRY(check_pitch(copy->src, *copy, Pitch::kDriver));
  return check_pitch(copy->dst, *copy, Pitch::kDriver);
}

hipError_t copy_batch_3d(size_t count, const hipMemcpy3DBatchOp* ops, size_t* failed, unsigned long long flags,
                         hipStream_t handle) {
  if (failed != nullptr) *failed = SIZE_MAX;
  if (count == 0 || ops == nullptr || flags != 0) return hipErrorInvalidValue;
  Stream* stream = nullptr;
  SOFTHIP_TRY(resolve_stream(handle, &stream));
  for (size_t i = 0; i < count; ++i) {
    Copy copy;
    hipError_t error = read_batch_op(ops[i], &copy);
    if (error == hipSuccess) error = submit(copy, stream, when_of(ops[i].srcAccessOrder));
    if (error != hipSuccess) {
      if (failed != nullptr) *failed = i;
      return error;
    }
  }
  return hipSuccess;
}

}  // namespace

SOFTHIP_API hipError_t hipMemcpyBatchAsync(void** dsts, void** srcs, size_t* sizes, size_t count,
                                           hipMemcpyAttributes* attrs, size_t* attrsIdxs, size_t numAttrs,
                                           size_t* failIdx, hipStream_t stream) {
  return call(__func__,
              [&] { return copy_batch(dsts, srcs, sizes, count, attrs, attrsIdxs, numAttrs, failIdx, stream); });
}

SOFTHIP_API hipError_t hipMemcpy3DBatchAsync(size_t numOps, hipMemcpy3DBatchOp* opList, size_t* failIdx,
                                             unsigned long long flags, hipStream_t stream) {
  return call(__func__, [&] { return copy_batch_3d(numOps, opList, failIdx, flags, stream); });
}
