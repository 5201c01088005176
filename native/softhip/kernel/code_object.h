// Code objects: ELF files that describe their kernels in a note, alone or in the bundles that compilers embed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "softhip/kernel/include/softhip/abi.h"

namespace softhip {

struct KernelInfo {
  std::string name;  // mangled, as the program's registration and hipModuleGetFunction say it
  uint32_t arguments_size = 0;
  uint32_t arguments_align = 8;
  uint32_t shared = 0;  // bytes of static shared memory
  uint32_t max_threads = 1024;
  std::vector<abi::Argument> arguments;
  uint64_t record = 0;  // softhip: address of its abi::Kernel
};

struct VariableInfo {
  std::string name;
  std::string kind;  // "device", "constant", "managed"
  uint64_t address = 0;
  uint64_t size = 0;
};

struct CodeObject {
  const char* image = nullptr;
  size_t size = 0;
  uint16_t machine = 0;  // e_machine
  uint32_t flags = 0;    // e_flags
  uint32_t abi = 0;      // softhip: abi::kVersion it was built for
  std::string target;
  std::vector<KernelInfo> kernels;
  std::vector<VariableInfo> variables;
};

constexpr uint16_t kMachineX86 = 62;
constexpr uint16_t kMachineAmdGpu = 224;

// What hipModuleLoadData and its kin are given: an ELF file, a bundle, or the wrapper of a fat binary.
struct Image {
  const char* data = nullptr;
  size_t size = 0;
  std::string targets;  // of a bundle, for messages
};

// Finds the ELF file for softhip, or else the first for a GPU. `size` SIZE_MAX: unknown. False when there is none.
bool find_image(const void* data, size_t size, Image* image);

// Reads the metadata. False when the image is no code object; `why` says what is wrong.
bool read_code_object(const Image& image, CodeObject* object, std::string* why);

}  // namespace softhip
