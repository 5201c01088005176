#include "softhip/kernel/code_object.h"

#include <elf.h>

#include <cstring>

#include "softhip/kernel/msgpack.h"

namespace softhip {
namespace {

constexpr char kBundleMagic[] = "__CLANG_OFFLOAD_BUNDLE__";
constexpr size_t kBundleMagicSize = sizeof(kBundleMagic) - 1;
constexpr uint32_t kWrapperMagic = 0x48495046;  // "HIPF"
constexpr uint64_t kMaxBundleEntries = 4096;
constexpr uint32_t kMetadataNote = 32;  // NT_AMDGPU_METADATA
constexpr char kSofthipTarget[] = "softhip";

struct Wrapper {
  uint32_t magic;
  uint32_t version;
  const void* binary;
  void* unused;
};

template <typename T>
T load(const char* at) {
  T value;
  memcpy(&value, at, sizeof(T));
  return value;
}

bool is_elf(const char* data, size_t size) { return size >= sizeof(Elf64_Ehdr) && memcmp(data, ELFMAG, SELFMAG) == 0; }

// The length of an ELF file of which only the beginning is known.
size_t elf_size(const char* data) {
  const Elf64_Ehdr header = load<Elf64_Ehdr>(data);
  uint64_t end = header.e_shoff + uint64_t{header.e_shnum} * header.e_shentsize;
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    const Elf64_Phdr segment = load<Elf64_Phdr>(data + header.e_phoff + i * sizeof(Elf64_Phdr));
    if (segment.p_offset + segment.p_filesz > end) end = segment.p_offset + segment.p_filesz;
  }
  return end;
}

bool find_in_bundle(const char* data, size_t size, Image* image) {
  size_t at = kBundleMagicSize;
  if (size < at + 8) return false;
  const uint64_t count = load<uint64_t>(data + at);
  at += 8;
  if (count > kMaxBundleEntries) return false;
  for (uint64_t i = 0; i < count; ++i) {
    if (size - at < 24) return false;
    const uint64_t offset = load<uint64_t>(data + at);
    const uint64_t bytes = load<uint64_t>(data + at + 8);
    const uint64_t length = load<uint64_t>(data + at + 16);
    at += 24;
    if (length > size - at) return false;
    const std::string name(data + at, length);
    at += length;
    if (offset > size || bytes > size - offset) return false;
    if (name.compare(0, 4, "host") == 0) continue;
    const std::string target = name.substr(name.find("--") == std::string::npos ? 0 : name.find("--") + 2);
    image->targets += (image->targets.empty() ? "" : ", ") + target;
    if (image->data == nullptr || target == kSofthipTarget) {
      image->data = data + offset;
      image->size = bytes;
    }
    if (target == kSofthipTarget) return true;
  }
  return image->data != nullptr;
}

// Whether all that is to be loaded is there.
bool complete(const CodeObject& object) {
  const Elf64_Ehdr header = load<Elf64_Ehdr>(object.image);
  if (header.e_phentsize != sizeof(Elf64_Phdr) || header.e_phoff > object.size ||
      uint64_t{header.e_phnum} * sizeof(Elf64_Phdr) > object.size - header.e_phoff) {
    return false;
  }
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    const Elf64_Phdr segment = load<Elf64_Phdr>(object.image + header.e_phoff + i * sizeof(Elf64_Phdr));
    if (segment.p_offset > object.size || segment.p_filesz > object.size - segment.p_offset) return false;
  }
  return true;
}

// The object must be complete.
bool find_note(const CodeObject& object, const uint8_t** bytes, size_t* size) {
  const Elf64_Ehdr header = load<Elf64_Ehdr>(object.image);
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    const Elf64_Phdr segment = load<Elf64_Phdr>(object.image + header.e_phoff + i * sizeof(Elf64_Phdr));
    if (segment.p_type != PT_NOTE) continue;
    const char* at = object.image + segment.p_offset;
    uint64_t left = segment.p_filesz;
    while (left >= sizeof(Elf64_Nhdr)) {
      const Elf64_Nhdr note = load<Elf64_Nhdr>(at);
      const uint64_t name = (uint64_t{note.n_namesz} + 3) & ~uint64_t{3};
      const uint64_t content = (uint64_t{note.n_descsz} + 3) & ~uint64_t{3};
      if (name + note.n_descsz > left - sizeof(note)) break;
      const char* name_at = at + sizeof(note);
      if (note.n_type == kMetadataNote && note.n_namesz == 7 && memcmp(name_at, "AMDGPU", 7) == 0) {
        *bytes = reinterpret_cast<const uint8_t*>(name_at + name);
        *size = note.n_descsz;
        return true;
      }
      const uint64_t whole = sizeof(note) + name + content;
      if (whole > left) break;
      at += whole;
      left -= whole;
    }
  }
  return false;
}

KernelInfo read_kernel(const Msgpack& map) {
  KernelInfo kernel;
  kernel.name = map[".name"].text;
  kernel.arguments_size = static_cast<uint32_t>(map[".kernarg_segment_size"].number);
  kernel.arguments_align = static_cast<uint32_t>(map[".kernarg_segment_align"].number);
  kernel.shared = static_cast<uint32_t>(map[".group_segment_fixed_size"].number);
  kernel.max_threads = static_cast<uint32_t>(map[".max_flat_workgroup_size"].number);
  kernel.record = map[".softhip.record"].number;
  for (const Msgpack& item : map[".args"].items) {
    abi::Argument argument{};
    argument.offset = static_cast<uint32_t>(item[".offset"].number);
    argument.size = static_cast<uint32_t>(item[".size"].number);
    argument.kind =
        item[".value_kind"].text == "global_buffer" ? abi::ArgumentKind::kPointer : abi::ArgumentKind::kValue;
    kernel.arguments.push_back(argument);
  }
  return kernel;
}

}  // namespace

bool find_image(const void* data, size_t size, Image* image) {
  const char* bytes = static_cast<const char*>(data);
  if (size >= sizeof(Wrapper) && load<uint32_t>(bytes) == kWrapperMagic) {
    return find_image(load<Wrapper>(bytes).binary, SIZE_MAX, image);
  }
  if (size >= kBundleMagicSize && memcmp(bytes, kBundleMagic, kBundleMagicSize) == 0) {
    return find_in_bundle(bytes, size, image) && is_elf(image->data, image->size);
  }
  if (!is_elf(bytes, size)) return false;
  image->data = bytes;
  image->size = size == SIZE_MAX ? elf_size(bytes) : size;
  return true;
}

bool read_code_object(const Image& image, CodeObject* object, std::string* why) {
  if (!is_elf(image.data, image.size)) {
    *why = "it is no ELF file";
    return false;
  }
  const Elf64_Ehdr header = load<Elf64_Ehdr>(image.data);
  object->image = image.data;
  object->size = image.size;
  object->machine = header.e_machine;
  object->flags = header.e_flags;
  if (header.e_ident[EI_CLASS] != ELFCLASS64 || !complete(*object)) {
    *why = "its end is missing";
    return false;
  }
  const uint8_t* bytes = nullptr;
  size_t size = 0;
  Msgpack metadata;
  if (!find_note(*object, &bytes, &size)) {
    *why = "it has no AMDGPU metadata note";
    return false;
  }
  if (!unpack(bytes, size, &metadata)) {
    *why = "its metadata note cannot be read";
    return false;
  }
  object->target = metadata["amdhsa.target"].text;
  object->abi = static_cast<uint32_t>(metadata[".softhip.abi"].number);
  for (const Msgpack& item : metadata["amdhsa.kernels"].items) object->kernels.push_back(read_kernel(item));
  for (const Msgpack& item : metadata[".softhip.variables"].items) {
    VariableInfo variable;
    variable.name = item[".name"].text;
    variable.kind = item[".kind"].text;
    variable.address = item[".address"].number;
    variable.size = item[".size"].number;
    object->variables.push_back(variable);
  }
  return true;
}

}  // namespace softhip
