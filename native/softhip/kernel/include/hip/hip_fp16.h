// Numbers of half precision.
#pragma once

#include <hip/hip_runtime.h>

#ifdef __cplusplus
#include <softhip/half.h>
#endif
