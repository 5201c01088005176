// flat_copies - every flat copy form moves its bytes and nothing else; what the runtime refuses.
#include <vector>

#include "../check.h"

constexpr size_t kSize = 1000, kAt = 13, kLength = 777;

static unsigned char* target;  // device memory full of 0xEE

static void expect_in_target(unsigned salt) {
  unsigned char back[kSize];
  TRY(hipDeviceSynchronize());
  TRY(hipMemcpy(back, target, kSize, hipMemcpyDeviceToHost));
  EXPECT(all(back, kAt, 0xEE));
  EXPECT(filled(back + kAt, kLength, salt));
  EXPECT(all(back + kAt + kLength, kSize - kAt - kLength, 0xEE));
  TRY(hipMemset(target, 0xEE, kSize));
  TRY(hipDeviceSynchronize());
}

static void every_form(hipStream_t stream) {
  unsigned char source[kLength], back[kLength];
  unsigned salt = 0;
  void* pinned = nullptr;
  TRY(hipHostMalloc(&pinned, kLength, 0));
  unsigned char* at = target + kAt;
#define TO_DEVICE(call)          \
  fill(source, kLength, ++salt); \
  TRY(call);                     \
  expect_in_target(salt)
  TO_DEVICE(hipMemcpy(at, source, kLength, hipMemcpyHostToDevice));
  TO_DEVICE(hipMemcpy(at, source, kLength, hipMemcpyDefault));
  TO_DEVICE(hipMemcpy_spt(at, source, kLength, hipMemcpyHostToDevice));
  TO_DEVICE(hipMemcpyAsync(at, source, kLength, hipMemcpyHostToDevice, stream));
  TO_DEVICE(hipMemcpyAsync_spt(at, source, kLength, hipMemcpyHostToDevice, nullptr));
  TO_DEVICE(hipMemcpyWithStream(at, source, kLength, hipMemcpyHostToDevice, stream));
  TO_DEVICE(hipMemcpyHtoD(at, source, kLength));
  TO_DEVICE(hipMemcpyHtoDAsync(at, source, kLength, stream));
#undef TO_DEVICE
  fill(pinned, kLength, ++salt);
  TRY(hipMemcpyAsync(at, pinned, kLength, hipMemcpyHostToDevice, stream));
  TRY(hipStreamSynchronize(stream));
  expect_in_target(salt);

  unsigned char* from = device_filled(kLength, ++salt);
#define INSIDE(call) \
  TRY(call);         \
  expect_in_target(salt)
  INSIDE(hipMemcpy(at, from, kLength, hipMemcpyDeviceToDevice));
  INSIDE(hipMemcpyDtoD(at, from, kLength));
  INSIDE(hipMemcpyDtoDAsync(at, from, kLength, stream));
  INSIDE(hipMemcpyPeer(at, 0, from, 0, kLength));
  INSIDE(hipMemcpyPeerAsync(at, 0, from, 0, kLength, stream));
  INSIDE(hipMemcpyAsync(at, from, kLength, hipMemcpyDefault, stream));
  INSIDE(hipMemcpy(at, from, kLength, hipMemcpyDeviceToDeviceNoCU));
  void* dsts[] = {at, at + 500};
  void* srcs[] = {from, from + 500};
  size_t sizes[] = {500, kLength - 500}, failed = 0;
  INSIDE(hipMemcpyBatchAsync(dsts, srcs, sizes, 2, nullptr, nullptr, 0, &failed, stream));
#undef INSIDE
#define TO_HOST(call)          \
  memset(back, 0, kLength);    \
  TRY(call);                   \
  TRY(hipDeviceSynchronize()); \
  EXPECT(filled(back, kLength, salt))
  TO_HOST(hipMemcpy(back, from, kLength, hipMemcpyDeviceToHost));
  TO_HOST(hipMemcpy(back, from, kLength, hipMemcpyDefault));
  TO_HOST(hipMemcpy_spt(back, from, kLength, hipMemcpyDeviceToHost));
  TO_HOST(hipMemcpyAsync(back, from, kLength, hipMemcpyDeviceToHost, stream));
  TO_HOST(hipMemcpyAsync_spt(back, from, kLength, hipMemcpyDeviceToHost, nullptr));
  TO_HOST(hipMemcpyWithStream(back, from, kLength, hipMemcpyDeviceToHost, stream));
  TO_HOST(hipMemcpyDtoH(back, from, kLength));
  TO_HOST(hipMemcpyDtoHAsync(back, from, kLength, stream));
#undef TO_HOST
  fill(source, kLength, ++salt);
  TRY(hipMemcpy(back, source, kLength, hipMemcpyHostToHost));
  EXPECT(filled(back, kLength, salt));
  TRY(hipFree(from));
  TRY(hipHostFree(pinned));
}

static void refused() {
  std::vector<char> host(2 * kSize);
  char* h = host.data();
  FAILS_WITH(hipErrorInvalidValue, hipMemcpy(nullptr, h, 1, hipMemcpyHostToDevice));
  FAILS_WITH(hipErrorInvalidValue, hipMemcpy(target, nullptr, 1, hipMemcpyHostToDevice));
  FAILS_WITH(hipErrorInvalidMemcpyDirection, hipMemcpy(target, h, 1, static_cast<hipMemcpyKind>(9)));
  FAILS_WITH(hipErrorInvalidValue, hipMemcpy(h, h + kSize, 1, hipMemcpyHostToDevice));  // h is nobody's
  FAILS_WITH(hipErrorInvalidValue, hipMemcpy(h, h + kSize, 1, hipMemcpyDeviceToHost));
  FAILS_WITH(hipErrorInvalidValue, hipMemcpy(target, h, kSize + 1, hipMemcpyHostToDevice));
  FAILS_WITH(hipErrorInvalidValue, hipMemcpy(h, target + 1, kSize, hipMemcpyDeviceToHost));
  FAILS_WITH(hipErrorInvalidValue, hipMemcpy(h, target, ~size_t{0}, hipMemcpyDeviceToHost));
  FAILS_WITH(hipErrorInvalidValue, hipMemcpyDtoH(h, nullptr, 1));
  FAILS_WITH(hipErrorContextIsDestroyed,
             hipMemcpyAsync(target, h, 1, hipMemcpyHostToDevice, reinterpret_cast<hipStream_t>(h)));
  TRY(hipMemcpy(nullptr, nullptr, 0, hipMemcpyHostToDevice));  // nothing is always possible
  void* dsts[] = {target, target + 500};
  void* srcs[] = {h, nullptr};
  size_t sizes[] = {500, 100}, failed = 0;
  FAILS_WITH(hipErrorInvalidValue, hipMemcpyBatchAsync(dsts, srcs, sizes, 2, nullptr, nullptr, 0, &failed, nullptr));
  EXPECT(failed == 1);
}

// Host memory that is neither pinned nor registered is done with when the call returns, small or large.
static void pageable_source_may_change(hipStream_t stream) {
  for (size_t size : {size_t{100}, size_t{3} << 20}) {
    std::vector<unsigned char> source(size), back(size);
    void* device = nullptr;
    TRY(hipMalloc(&device, size));
    fill(source.data(), size, 9);
    TRY(hipMemcpyAsync(device, source.data(), size, hipMemcpyHostToDevice, stream));
    memset(source.data(), 0, size);
    TRY(hipMemcpyAsync(back.data(), device, size, hipMemcpyDeviceToHost, stream));
    EXPECT(filled(back.data(), size, 9));
    TRY(hipFree(device));
  }
}

int main() {
  hipStream_t stream;
  void* memory = nullptr;
  TRY(hipStreamCreate(&stream));
  TRY(hipMalloc(&memory, kSize));
  target = static_cast<unsigned char*>(memory);
  TRY(hipMemset(target, 0xEE, kSize));
  every_form(stream);
  every_form(nullptr);
  refused();
  pageable_source_may_change(stream);
  TRY(hipFree(target));
  TRY(hipStreamDestroy(stream));
  return done();
}
