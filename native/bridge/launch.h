// Kernel launches.
#pragma once

#include "bridge/core.h"

namespace bridge {

// HIP's list of packed parameters ends with another word than the driver's. `converted` holds the driver's.
class Extra {
 public:
  explicit Extra(void** extra);
  void** get() { return given_ ? list_ : nullptr; }

 private:
  bool given_;
  void* list_[5] = {};
};

struct Launch {
  CUfunction function = nullptr;
  dim3 grid;
  dim3 block;
  size_t shared = 0;
  CUstream stream = nullptr;
  void** params = nullptr;
  void** extra = nullptr;  // HIP's list
  bool cooperative = false;
};

hipError_t run(const Launch& launch);

}  // namespace bridge
