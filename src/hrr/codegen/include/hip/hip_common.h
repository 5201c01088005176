// Part of the single HIP API header here.
#pragma once

#include <hip/hip_runtime_api.h>
