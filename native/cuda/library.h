// The CUDA driver's library. Its SONAME may be taken: a recorder is preloaded under the name libcuda.so.1.
#pragma once

namespace cuda {

// Opens the installed libcuda.so.1, or the one that HRR_CUDA_LIBRARY names. Null when there is none: dlerror() says
// why.
void* open_library();

// dlsym as the C library has it: a recorder in front of the program answers some names itself.
void* find_symbol(void* library, const char* name);

}  // namespace cuda
