// plain_stores HOW: a kernel reads what the program has stored into pinned memory between launches.
#include "pinned.h"

struct Inside {
  int number;
  const int* from;  // at offset 8 of the argument
};

__global__ void copy(const int* from, int* to) { to[threadIdx.x] = from[threadIdx.x]; }
__global__ void copy_inside(Inside source, int* to) { to[threadIdx.x] = source.from[threadIdx.x] + source.number; }

int main(int, char** argv) {
  using namespace pinned;
  const bool registered = strcmp(argv[1], "registered") == 0, inside = strcmp(argv[1], "inside") == 0;
  static int own[3 * 1024];
  int* const from = (registered ? own : host_memory(sizeof own)) + 16;  // in the middle of the memory
  if (registered) TRY(hipHostRegister(own, sizeof own, hipHostRegisterDefault));
  int* alias = nullptr;
  TRY(hipHostGetDevicePointer(reinterpret_cast<void**>(&alias), from, 0));
  int* const to = device_memory();
  for (int round = 1; round <= 3; ++round) {
    store(from, 100 * round);
    if (inside) {
      copy_inside<<<1, kCount>>>(Inside{0, from}, to);
    } else {
      copy<<<1, kCount>>>(alias, to);
    }
    expect(to, 100 * round);
  }
  return done();
}
