// Part of the kernel language here.
#pragma once

#include <hip/hip_runtime.h>
