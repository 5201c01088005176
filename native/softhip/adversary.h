// The adversary: correct by the letter of the API, and as unkind as it allows. Chosen by the environment:
//
//   SOFTHIP_ADVERSARY="seed=7,late,addresses,pattern,unmap,guard,fail=hipMemcpy2D:2"
//
// late       asynchronous work is held back until somebody waits for it, or about 20 ms have passed
// addresses  allocations lie elsewhere in every process
// pattern    fresh memory holds 0xCD (otherwise it is zero)
// unmap      freed memory is unmapped, and its addresses are not used again soon
// guard      allocations end at an inaccessible page
// fail=C:N   the N-th call of C fails (N from 1; may be given several times)
// all        everything but fail
// seed=N     what the random choices start from; without it they differ from run to run
#pragma once

#include <hip/hip_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace softhip {

struct Adversary {
  bool late;
  bool addresses;
  bool pattern;
  bool unmap;
  bool guard;
  bool faults;  // some call is to fail
  uint64_t seed;
};

// Read from the environment when the library is loaded; never changes afterwards.
extern Adversary adversary;

constexpr unsigned char kPattern = 0xCD;
constexpr int kLateMilliseconds = 20;

// The error that the adversary wants from this call of `name`, or hipSuccess.
hipError_t injected_fault(const char* name);

// A number that depends on the seed, on the process and on how often it was asked.
uint64_t adversary_random();

}  // namespace softhip
