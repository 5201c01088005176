// entry_points - calls found by name, in the forms for either default stream; calls that softhip lacks.
#include <dlfcn.h>

#include "../check.h"

static hipError_t (*malloc_itself)(void**, size_t) = hipMalloc;

int main() {
  void* found = nullptr;
  hipDriverProcAddressQueryResult status;
  TRY(hipGetProcAddress("hipMalloc", &found, 60000000, 0, &status));
  EXPECT(found == reinterpret_cast<void*>(malloc_itself) && status == HIP_GET_PROC_ADDRESS_SUCCESS);
  void* p = nullptr;
  TRY(reinterpret_cast<decltype(malloc_itself)>(found)(&p, 64));
  TRY(hipFree(p));
  TRY(hipGetProcAddress("hipMemcpyAsync", &found, 60000000, 2, nullptr));
  EXPECT(found == dlsym(RTLD_DEFAULT, "hipMemcpyAsync_spt"));
  TRY(hipGetProcAddress("hipMalloc", &found, 60000000, 2, nullptr));  // has no such form
  EXPECT(found == reinterpret_cast<void*>(malloc_itself));
  EXPECT_REFUSED(hipGetProcAddress("hipNoSuchCall", &found, 60000000, 0, &status));
  EXPECT(found == nullptr && status == HIP_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
  EXPECT_REFUSED(hipGetProcAddress(nullptr, &found, 60000000, 0, &status));
  hipDriverEntryPointQueryResult result;
  TRY(hipGetDriverEntryPoint("hipFree", &found, 0, &result));
  EXPECT(found == reinterpret_cast<void*>(&hipFree) && result == hipDriverEntryPointSuccess);
  EXPECT(strcmp(hipApiName(215), "hipMalloc") == 0);

  hipGraph_t graph;
  FAILS_WITH(hipErrorNotSupported, hipGraphCreate(&graph, 0));
  FAILS_WITH(hipErrorNotSupported, hipGraphCreate(&graph, 0));
  EXPECT(hipGetLastError() == hipErrorNotSupported);
  return done();
}
