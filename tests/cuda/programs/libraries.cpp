// libraries CODE_OBJECT: a library's kernel with a setting of its own, launched under its kernel's handle; a variable
// whose size nobody asks for.
#include "driver.h"

int main(int, char** argv) {
  begin();
  CUlibrary library = nullptr;
  CUkernel kernel = nullptr;
  CUdeviceptr memory = nullptr, variable = nullptr;
  CALL(cuLibraryLoadFromFile(&library, argv[1], nullptr, nullptr, 0, nullptr, nullptr, 0));
  CALL(cuLibraryGetKernel(&kernel, library, "staged"));
  CALL(cuKernelSetAttribute(HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 60000, kernel, 0));
  CALL(cuLibraryGetGlobal(&variable, nullptr, library, "factor"));
  const int factor = 3;
  CALL(cuMemcpyHtoD_v2(variable, &factor, sizeof factor));
  CALL(cuMemAlloc_v2(&memory, 256 * sizeof(int)));
  int count = 256;
  void* arguments[] = {&memory, &count};
  CALL(cuLaunchKernel(reinterpret_cast<CUfunction>(kernel), 1, 1, 1, 64, 1, 1, 60000, nullptr, arguments, nullptr));
  int back[256];
  CALL(cuMemcpyDtoH_v2(back, memory, sizeof back));
  for (int i = 0; i < 256; ++i) EXPECT(back[i] == 3 * i);
  CALL(cuMemFree_v2(memory));
  CALL(cuLibraryUnload(library));
  return 0;
}
