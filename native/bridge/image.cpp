#include "bridge/image.h"

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>

namespace bridge {
namespace {

// clang's wrapper of an embedded fat binary.
struct Wrapper {
  char magic[4];
  uint32_t version;
  const void* binary;
  const void* unused;
};
constexpr char kWrapperMagic[] = "FPIH";

// clang's bundle: the magic, a count, then entries {offset, size, length of the name} each followed by its name.
constexpr char kBundleMagic[] = "__CLANG_OFFLOAD_BUNDLE__";
constexpr size_t kBundleMagicSize = sizeof(kBundleMagic) - 1;
constexpr uint64_t kMostEntries = 1024;

// An image lies at any address.
template <typename T>
T load(const void* at) {
  T value;
  std::memcpy(&value, at, sizeof(T));
  return value;
}

// An image may be text that is shorter than the magic.
template <size_t size>
bool starts_with(const void* image, const char (&magic)[size]) {
  return std::strncmp(static_cast<const char*>(image), magic, size - 1) == 0;
}

bool is_bundle(const void* image) { return starts_with(image, kBundleMagic); }

std::vector<const void*> entries_of(const char* bundle) {
  std::vector<const void*> found;
  const char* at = bundle + kBundleMagicSize;
  const uint64_t count = load<uint64_t>(at);
  at += 8;
  for (uint64_t i = 0; i < count && count <= kMostEntries; ++i) {
    const uint64_t offset = load<uint64_t>(at), size = load<uint64_t>(at + 8), length = load<uint64_t>(at + 16);
    const std::string name(at + 24, length);
    at += 24 + length;
    if (size != 0 && name.compare(0, 5, "host-") != 0) found.push_back(bundle + offset);
  }
  return found;
}

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

// The file's bytes if it is a bundle, which the driver cannot load itself.
std::vector<char> read_bundle(const char* path) {
  std::vector<char> bytes(kBundleMagicSize);
  File file(std::fopen(path, "rb"), &std::fclose);
  if (!file || std::fread(bytes.data(), 1, bytes.size(), file.get()) != bytes.size() || !is_bundle(bytes.data())) {
    return {};
  }
  char chunk[65536];
  size_t got = 0;
  while ((got = std::fread(chunk, 1, sizeof(chunk), file.get())) != 0) bytes.insert(bytes.end(), chunk, chunk + got);
  return bytes;
}

hipError_t load_library(CUlibrary* library, const void* image) {
  const std::vector<const void*> images = images_in(image);
  CUresult result = CUDA_ERROR_NO_BINARY_FOR_GPU;
  for (const void* candidate : images) {
    result = cuda.cuLibraryLoadData(library, candidate, nullptr, nullptr, 0, nullptr, nullptr, 0);
    if (result == CUDA_SUCCESS) break;
  }
  return from(result);
}

}  // namespace

std::vector<const void*> images_in(const void* image) {
  if (starts_with(image, kWrapperMagic)) {
    const auto wrapper = load<Wrapper>(image);
    if (wrapper.version == 1) image = wrapper.binary;
  }
  if (is_bundle(image)) return entries_of(static_cast<const char*>(image));
  return {image};
}

hipError_t load_module(CUmodule* module, const void* image, unsigned options, CUjit_option* names, void** values) {
  CUresult result = CUDA_ERROR_NO_BINARY_FOR_GPU;
  for (const void* candidate : images_in(image)) {
    result = options == 0 ? cuda.cuModuleLoadData(module, candidate)
                          : cuda.cuModuleLoadDataEx(module, candidate, options, names, values);
    if (result == CUDA_SUCCESS) break;
  }
  return from(result);
}

// All but the newest options have the same number in both.
std::vector<CUjit_option> driver_options(const hipJitOption* options, unsigned count) {
  std::vector<CUjit_option> names(count);
  for (unsigned i = 0; i < count; ++i) {
    names[i] = static_cast<CUjit_option>(options[i]);
    switch (options[i]) {
      case hipJitOptionPositionIndependentCode:
        names[i] = CU_JIT_POSITION_INDEPENDENT_CODE;
        break;
      case hipJitOptionMinCTAPerSM:
        names[i] = CU_JIT_MIN_CTA_PER_SM;
        break;
      case hipJitOptionMaxThreadsPerBlock:
        names[i] = CU_JIT_MAX_THREADS_PER_BLOCK;
        break;
      case hipJitOptionOverrideDirectiveValues:
        names[i] = CU_JIT_OVERRIDE_DIRECTIVE_VALUES;
        break;
      default:
        break;
    }
  }
  return names;
}

}  // namespace bridge

using bridge::cuda;

BRIDGE_API hipError_t hipModuleLoadData(hipModule_t* module, const void* image) {
  return bridge::in_context([&]() -> hipError_t {
    if (module == nullptr || image == nullptr) return hipErrorInvalidValue;
    return bridge::load_module(module, image);
  });
}

BRIDGE_API hipError_t hipModuleLoadFatBinary(hipModule_t* module, const void* image) {
  return hipModuleLoadData(module, image);
}

BRIDGE_API hipError_t hipModuleLoadDataEx(hipModule_t* module, const void* image, unsigned count, hipJitOption* options,
                                          void** values) {
  return bridge::in_context([&]() -> hipError_t {
    if (module == nullptr || image == nullptr) return hipErrorInvalidValue;
    if (count != 0 && (options == nullptr || values == nullptr)) return hipErrorInvalidValue;
    std::vector<CUjit_option> names = bridge::driver_options(options, count);
    return bridge::load_module(module, image, count, names.data(), values);
  });
}

BRIDGE_API hipError_t hipModuleLoad(hipModule_t* module, const char* path) {
  return bridge::in_context([&]() -> hipError_t {
    if (module == nullptr || path == nullptr) return hipErrorInvalidValue;
    const std::vector<char> bundle = bridge::read_bundle(path);
    return bundle.empty() ? bridge::from(cuda.cuModuleLoad(module, path)) : bridge::load_module(module, bundle.data());
  });
}

// Options of libraries tune the compiler and are not passed on.
BRIDGE_API hipError_t hipLibraryLoadData(hipLibrary_t* library, const void* image, hipJitOption**, void**, unsigned,
                                         hipLibraryOption**, void**, unsigned) {
  return bridge::anywhere([&]() -> hipError_t {
    if (library == nullptr || image == nullptr) return hipErrorInvalidValue;
    return bridge::load_library(library, image);
  });
}

BRIDGE_API hipError_t hipLibraryLoadFromFile(hipLibrary_t* library, const char* path, hipJitOption**, void**, unsigned,
                                             hipLibraryOption**, void**, unsigned) {
  return bridge::anywhere([&]() -> hipError_t {
    if (library == nullptr || path == nullptr) return hipErrorInvalidValue;
    const std::vector<char> bundle = bridge::read_bundle(path);
    if (!bundle.empty()) return bridge::load_library(library, bundle.data());
    return bridge::from(cuda.cuLibraryLoadFromFile(library, path, nullptr, nullptr, 0, nullptr, nullptr, 0));
  });
}

BRIDGE_API hipError_t hipLinkCreate(unsigned count, hipJitOption* options, void** values, hipLinkState_t* state) {
  return bridge::in_context([&] {
    std::vector<CUjit_option> names = bridge::driver_options(options, count);
    return cuda.cuLinkCreate_v2(count, names.data(), values, state);
  });
}

BRIDGE_API hipError_t hipLinkAddData(hipLinkState_t state, hipJitInputType type, void* data, size_t size,
                                     const char* name, unsigned count, hipJitOption* options, void** values) {
  return bridge::in_context([&] {
    std::vector<CUjit_option> names = bridge::driver_options(options, count);
    return cuda.cuLinkAddData_v2(state, type, data, size, name, count, names.data(), values);
  });
}

BRIDGE_API hipError_t hipLinkAddFile(hipLinkState_t state, hipJitInputType type, const char* path, unsigned count,
                                     hipJitOption* options, void** values) {
  return bridge::in_context([&] {
    std::vector<CUjit_option> names = bridge::driver_options(options, count);
    return cuda.cuLinkAddFile_v2(state, type, path, count, names.data(), values);
  });
}
