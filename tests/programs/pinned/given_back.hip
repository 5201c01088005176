// given_back: registered memory is given back and unmapped, and an old pointer to it is still passed; then other memory
// lies at the same address.
#include <sys/mman.h>

#include "pinned.h"

struct Both {
  const int* from;
  const int* old;  // not read
};

__global__ void copy(Both both, int* to) { to[threadIdx.x] = both.from[threadIdx.x]; }

static int* map(void* at) {
  void* memory = mmap(at, 1 << 16, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | (at ? MAP_FIXED : 0), -1, 0);
  if (memory == MAP_FAILED) exit(1);
  return static_cast<int*>(memory);
}

int main() {
  using namespace pinned;
  int* const memory = map(nullptr);
  int* const other = host_memory();
  int* const to = device_memory();
  store(memory, 3);
  TRY(hipHostRegister(memory, 1 << 16, hipHostRegisterDefault));
  copy<<<1, kCount>>>(Both{memory, nullptr}, to);
  TRY(hipDeviceSynchronize());
  TRY(hipHostUnregister(memory));
  munmap(memory, 1 << 16);
  store(other, 4);
  copy<<<1, kCount>>>(Both{other, memory}, to);
  expect(to, 4);
  map(memory);
  TRY(hipHostRegister(memory, 1 << 16, hipHostRegisterDefault));
  store(memory, 3);  // as it was, in another allocation
  copy<<<1, kCount>>>(Both{memory, nullptr}, to);
  expect(to, 3);
  return done();
}
