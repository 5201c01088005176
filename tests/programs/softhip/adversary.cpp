// adversary MODE: what each mode of the adversary does.
#include <setjmp.h>
#include <signal.h>

#include <chrono>
#include <initializer_list>

#include "gate.h"

static sigjmp_buf escape;
static void caught(int) { siglongjmp(escape, 1); }

static bool readable(const volatile char* at) {
  if (sigsetjmp(escape, 1) != 0) return false;
  (void)*at;
  return true;
}

static bool writable(volatile char* at) {
  if (sigsetjmp(escape, 1) != 0) return false;
  *at = 1;
  return true;
}

// Asynchronous work stands still until somebody waits for it; a program that only asks gets on as well.
static void late() {
  hipStream_t stream;
  void *device = nullptr, *pinned = nullptr;
  TRY(hipStreamCreate(&stream));
  TRY(hipMalloc(&device, 64));
  TRY(hipHostMalloc(&pinned, 64, 0));
  fill(pinned, 64, 1);
  TRY(hipMemcpyAsync(device, pinned, 64, hipMemcpyHostToDevice, stream));
  fill(pinned, 64, 2);  // too early: what lands is this
  FAILS_WITH(hipErrorNotReady, hipStreamQuery(stream));
  TRY(hipStreamSynchronize(stream));
  unsigned char back[64];
  TRY(hipMemcpy(back, device, 64, hipMemcpyDeviceToHost));
  EXPECT(filled(back, 64, 2));
  TRY(hipMemsetAsync(device, 1, 64, stream));
  const auto begin = std::chrono::steady_clock::now();
  while (hipStreamQuery(stream) == hipErrorNotReady) std::this_thread::yield();
  EXPECT(std::chrono::steady_clock::now() - begin > std::chrono::milliseconds(5));
}

static void pattern_in_fresh_memory() {
  unsigned char back[64];
  for (int i = 0; i < 3; ++i) {
    void *device = nullptr, *pinned = nullptr, *managed = nullptr;
    TRY(hipMalloc(&device, 64));
    TRY(hipMemcpy(back, device, 64, hipMemcpyDeviceToHost));
    EXPECT(all(back, 64, 0xCD));
    TRY(hipMemset(device, 1, 64));
    TRY(hipFree(device));
    TRY(hipHostMalloc(&pinned, 64, 0));
    EXPECT(all(pinned, 64, 0xCD));
    TRY(hipHostFree(pinned));
    TRY(hipMallocManaged(&managed, 64, hipMemAttachGlobal));
    EXPECT(all(managed, 64, 0xCD));
    TRY(hipFree(managed));
  }
}

static void unmap() {
  void *p = nullptr, *q = nullptr;
  TRY(hipMalloc(&p, 100));
  EXPECT(readable(static_cast<char*>(p)));
  TRY(hipFree(p));
  EXPECT(!readable(static_cast<char*>(p)));
  for (int i = 0; i < 100; ++i) {
    TRY(hipMalloc(&q, 100));
    EXPECT(q != p);
    TRY(hipFree(q));
  }
}

static void guard() {
  for (size_t size : {size_t{48}, size_t{100}, size_t{4096}, size_t{1} << 20}) {
    void* p = nullptr;
    TRY(hipMalloc(&p, size));
    char* end = static_cast<char*>(p) + (size + 15) / 16 * 16;  // as near as alignment lets it be
    EXPECT(writable(end - 1));
    EXPECT(!writable(end));
    TRY(hipFree(p));
  }
}

// SOFTHIP_ADVERSARY=fail=hipMemset:2,fail=hipMalloc:3
static void fail() {
  void *p = nullptr, *q = nullptr;
  TRY(hipMalloc(&p, 64));
  TRY(hipMalloc(&q, 64));
  FAILS_WITH(hipErrorOutOfMemory, hipMalloc(&q, 64));
  EXPECT(hipGetLastError() == hipErrorOutOfMemory);
  TRY(hipMemset(p, 1, 64));
  FAILS_WITH(hipErrorUnknown, hipMemset(p, 2, 64));
  unsigned char back[64];
  TRY(hipMemcpy(back, p, 64, hipMemcpyDeviceToHost));
  EXPECT(all(back, 64, 1));
  TRY(hipMemset(p, 3, 64));
}

static void addresses() {
  for (size_t size : {size_t{64}, size_t{1} << 20}) {
    void *device = nullptr, *pinned = nullptr;
    TRY(hipMalloc(&device, size));
    TRY(hipHostMalloc(&pinned, size, 0));
    printf("%p %p\n", device, pinned);
  }
}

int main(int argc, char** argv) {
  const char* mode = argc > 1 ? argv[1] : "";
  signal(SIGSEGV, caught);
  signal(SIGBUS, caught);
  if (strcmp(mode, "late") == 0) late();
  if (strcmp(mode, "pattern") == 0) pattern_in_fresh_memory();
  if (strcmp(mode, "unmap") == 0) unmap();
  if (strcmp(mode, "guard") == 0) guard();
  if (strcmp(mode, "fail") == 0) fail();
  if (strcmp(mode, "addresses") == 0) addresses();
  return done();
}
