// The whole of HIP: the host API and, under softhipcc, the kernel language.
#pragma once

#include <hip/hip_runtime_api.h>

#if defined(__SOFTHIPCC__) && defined(__cplusplus)
#include <softhip/kernel.h>
#else
#ifndef __global__
#define __global__
#define __device__
#define __host__
#define __constant__
#define __shared__
#endif
#endif
