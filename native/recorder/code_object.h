// Code objects: what kernels an image holds and which arguments they take.
//
// An image is an ELF file, a clang offload bundle of them, a compressed bundle, or the wrapper that compilers put
// around a bundle; for NVIDIA devices an ELF file, a fat binary, the wrapper that goes around one, or PTX as text. An
// image's length is found in the image itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "recorder/hash.h"

namespace hrr {

struct Argument {
  uint32_t offset = 0;  // in the kernel's argument block
  uint32_t size = 0;
  bool pointer = false;
};

struct Kernel {
  std::string name;
  std::vector<Argument> arguments;  // the declared ones, in order; the compiler's hidden ones are left out
};

struct Bytes {
  const uint8_t* data = nullptr;
  size_t size = 0;
  explicit operator bool() const { return size > 0; }
};

enum class Image { kUnknown, kElf, kBundle, kCompressed, kFatBinary, kText };

// What lies at the address, wrapper taken off. Reads as far as the image's own headers say it reaches.
Image examine_image(const void* image, Bytes* bytes);

// The ELF file for an architecture such as "gfx90a:sramecc+:xnack-"; without a fitting one, the only one there is.
Bytes pick_code_object(Image kind, Bytes image, const std::string& arch);

// Kernels by name, from the AMDGPU metadata note. Empty when there is none.
std::unordered_map<std::string, Kernel> read_kernels(Bytes elf);

}  // namespace hrr
