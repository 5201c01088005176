// Cooperative groups: threads of a block, of a tile of a wave, of a whole grid.
#pragma once

#include <hip/hip_runtime.h>

#ifdef __SOFTHIPCC__
#include <softhip/cooperative_groups.h>
#endif
