// stream_values - every comparison of hipStreamWaitValue, masks, counters that wrap, batches, wrong arguments.
#include "gate.h"

static hipStream_t stream;

// Whether a wait with these arguments lets the stream go on while memory holds `held`.
template <typename T>
static bool passes(T held, T value, unsigned flags, T mask = static_cast<T>(~T{0})) {
  T* word = nullptr;
  TRY(hipHostMalloc(reinterpret_cast<void**>(&word), sizeof(T), 0));
  __atomic_store_n(word, held, __ATOMIC_SEQ_CST);
  if constexpr (sizeof(T) == 4) {
    TRY(hipStreamWaitValue32(stream, word, value, flags, mask));
  } else {
    TRY(hipStreamWaitValue64(stream, word, value, flags, mask));
  }
  let_things_happen();
  const bool passed = hipStreamQuery(stream) == hipSuccess;
  // Some word that satisfies any of the waits of this file, to get the stream free again.
  const T keys[] = {value, static_cast<T>(value | 1), 0, static_cast<T>(~T{0}), static_cast<T>(value + 1)};
  for (int i = 0; hipStreamQuery(stream) != hipSuccess; ++i) {
    __atomic_store_n(word, keys[i % 5], __ATOMIC_SEQ_CST);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  TRY(hipHostFree(word));
  return passed;
}

static void comparisons() {
  EXPECT(passes<uint32_t>(5, 5, hipStreamWaitValueGte));
  EXPECT(passes<uint32_t>(6, 5, hipStreamWaitValueGte));
  EXPECT(!passes<uint32_t>(4, 5, hipStreamWaitValueGte));
  EXPECT(passes<uint32_t>(2, 0xFFFFFFF0u, hipStreamWaitValueGte));  // the counter has wrapped
  EXPECT(passes<uint32_t>(5, 5, hipStreamWaitValueEq));
  EXPECT(!passes<uint32_t>(6, 5, hipStreamWaitValueEq));
  EXPECT(passes<uint32_t>(0xAB05, 5, hipStreamWaitValueEq, 0xFF));
  EXPECT(passes<uint32_t>(6, 2, hipStreamWaitValueAnd));
  EXPECT(!passes<uint32_t>(4, 2, hipStreamWaitValueAnd));
  EXPECT(passes<uint32_t>(0xF0, 0x0E, hipStreamWaitValueNor, 0xFF));
  EXPECT(!passes<uint32_t>(0xF0, 0x0F, hipStreamWaitValueNor, 0xFF));
  EXPECT(passes<uint64_t>(uint64_t{1} << 40, 5, hipStreamWaitValueGte));
  EXPECT(!passes<uint64_t>(uint64_t{1} << 40, 0, hipStreamWaitValueEq));
  EXPECT(passes<uint64_t>(uint64_t{1} << 40, uint64_t{1} << 40, hipStreamWaitValueAnd));
}

static void batches() {
  uint64_t* words = nullptr;
  TRY(hipHostMalloc(reinterpret_cast<void**>(&words), 16, 0));
  words[0] = words[1] = 0;
  hipStreamBatchMemOpParams ops[3] = {};
  ops[0].writeValue.operation = hipStreamMemOpWriteValue64;
  ops[0].writeValue.address = &words[0];
  ops[0].writeValue.value64 = 77;
  ops[1].waitValue.operation = hipStreamMemOpWaitValue64;
  ops[1].waitValue.address = &words[0];
  ops[1].waitValue.value64 = 77;
  ops[1].waitValue.flags = hipStreamWaitValueEq;
  ops[2].writeValue.operation = hipStreamMemOpWriteValue32;
  ops[2].writeValue.address = &words[1];
  ops[2].writeValue.value = 5;
  TRY(hipStreamBatchMemOp(stream, 3, ops, 0));
  TRY(hipStreamSynchronize(stream));
  EXPECT(words[0] == 77 && words[1] == 5);
  ops[2].operation = static_cast<hipStreamBatchMemOpType>(99);
  FAILS_WITH(hipErrorInvalidValue, hipStreamBatchMemOp(stream, 3, ops, 0));
  FAILS_WITH(hipErrorInvalidValue, hipStreamBatchMemOp(stream, 0, ops, 0));
  TRY(hipHostFree(words));
}

static void refused() {
  uint32_t* words = nullptr;
  uint32_t mine = 0;
  TRY(hipHostMalloc(reinterpret_cast<void**>(&words), 16, 0));
  FAILS_WITH(hipErrorInvalidValue, hipStreamWriteValue32(stream, nullptr, 1, 0));
  FAILS_WITH(hipErrorInvalidValue, hipStreamWriteValue32(stream, &mine, 1, 0));  // nobody knows it
  FAILS_WITH(hipErrorInvalidValue, hipStreamWriteValue64(stream, words + 1, 1, 0));
  FAILS_WITH(hipErrorInvalidValue, hipStreamWaitValue32(stream, words, 1, 4, ~0u));
  TRY(hipHostFree(words));
}

int main() {
  TRY(hipStreamCreate(&stream));
  comparisons();
  batches();
  refused();
  TRY(hipStreamDestroy(stream));
  return done();
}
