// Code images: what is inside a HIP fat binary, and the driver's modules made of it.
#pragma once

#include <vector>

#include "bridge/core.h"

namespace bridge {

// The device images inside `image`: those of a fat binary or an offload bundle, or the image itself (PTX, cubin,
// fatbin). Sizes are taken from the image, as every loader must: it comes with a pointer only.
std::vector<const void*> images_in(const void* image);

// Loads the first image that the driver takes. hipErrorNoBinaryForGpu when a bundle holds none at all.
hipError_t load_module(CUmodule* module, const void* image, unsigned options = 0, CUjit_option* names = nullptr,
                       void** values = nullptr);

// HIP's compile options under the driver's numbers.
std::vector<CUjit_option> driver_options(const hipJitOption* options, unsigned count);

}  // namespace bridge
