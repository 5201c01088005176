#include "recorder/code_object.h"

#include <elf.h>

#include <algorithm>
#include <cstring>
#include <string_view>

#include "recorder/msgpack.h"

namespace hrr {
namespace {

constexpr uint32_t kWrapperMagic = 0x48495046;     // "HIPF"
constexpr uint32_t kFatWrapperMagic = 0x466243b1;  // CUDA's wrapper; its members lie where those of HIP's do
constexpr uint32_t kFatBinaryMagic = 0xBA55ED50;
constexpr char kBundleMagic[] = "__CLANG_OFFLOAD_BUNDLE__";
constexpr size_t kBundleMagicSize = sizeof kBundleMagic - 1;
constexpr uint32_t kMetadataNote = 32;
constexpr size_t kMostEntries = 4096;

template <typename T>
T load(const uint8_t* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

struct Wrapper {
  uint32_t magic;
  uint32_t version;
  const void* binary;
  const void* unused;
};

struct FatBinary {
  uint32_t magic;
  uint16_t version;
  uint16_t header_size;
  uint64_t size;  // behind the header
};

struct Entry {
  uint64_t offset;
  uint64_t size;
  std::string_view id;
};

std::vector<Entry> bundle_entries(const uint8_t* bundle) {
  std::vector<Entry> entries;
  const uint64_t count = load<uint64_t>(bundle + kBundleMagicSize);
  const uint8_t* at = bundle + kBundleMagicSize + 8;
  for (uint64_t i = 0; i < std::min<uint64_t>(count, kMostEntries); ++i) {
    const uint64_t length = load<uint64_t>(at + 16);
    if (length > kMostEntries) break;
    entries.push_back({load<uint64_t>(at), load<uint64_t>(at + 8), {reinterpret_cast<const char*>(at + 24), length}});
    at += 24 + length;
  }
  return entries;
}

size_t bundle_size(const uint8_t* bundle) {
  uint64_t end = 0;
  for (const Entry& entry : bundle_entries(bundle)) end = std::max(end, entry.offset + entry.size);
  return end;
}

// Versions 2 and 3 of a compressed bundle say how long they are, version 1 does not.
size_t compressed_size(const uint8_t* bundle) {
  const uint16_t version = load<uint16_t>(bundle + 4);
  if (version == 2) return load<uint32_t>(bundle + 8);
  return version >= 3 ? load<uint64_t>(bundle + 8) : 0;
}

// PTX begins with a comment or a directive, whatever blank space before it. Other text need not end with a zero byte.
bool is_ptx(const char* at) {
  at += std::strspn(at, " \t\r\n");
  return *at == '.' || (at[0] == '/' && (at[1] == '/' || at[1] == '*'));
}

size_t elf_size(const uint8_t* elf) {
  const auto header = load<Elf64_Ehdr>(elf);
  if (header.e_ident[EI_CLASS] != ELFCLASS64) return 0;
  uint64_t end = std::max<uint64_t>(sizeof header, header.e_shoff + uint64_t{header.e_shnum} * sizeof(Elf64_Shdr));
  for (size_t i = 0; i < header.e_phnum; ++i) {
    const auto segment = load<Elf64_Phdr>(elf + header.e_phoff + i * sizeof(Elf64_Phdr));
    end = std::max(end, segment.p_offset + segment.p_filesz);
  }
  for (size_t i = 0; i < header.e_shnum; ++i) {
    const auto section = load<Elf64_Shdr>(elf + header.e_shoff + i * sizeof(Elf64_Shdr));
    if (section.sh_type != SHT_NOBITS) end = std::max(end, section.sh_offset + section.sh_size);
  }
  return end;
}

// "hipv4-amdgcn-amd-amdhsa--gfx90a:xnack+" -> "gfx90a:xnack+"; "" for the host's entry.
std::string_view target_of(std::string_view id) {
  if (id.substr(0, 4) == "host") return {};
  const size_t dashes = id.rfind("--");
  return dashes == std::string_view::npos ? id : id.substr(dashes + 2);
}

std::vector<std::string_view> features(std::string_view target) {
  std::vector<std::string_view> words;
  for (size_t colon = target.find(':'); colon != std::string_view::npos; colon = target.find(':')) {
    target.remove_prefix(colon + 1);
    words.push_back(target.substr(0, target.find(':')));
  }
  return words;
}

// How well code for `target` suits a device: -1 not at all, otherwise the number of features that it insists on.
int suits(std::string_view target, std::string_view device) {
  if (target.substr(0, target.find(':')) != device.substr(0, device.find(':'))) return -1;
  const auto has = features(device);
  const auto wants = features(target);
  for (const auto& feature : wants) {
    if (std::find(has.begin(), has.end(), feature) == has.end()) return -1;
  }
  return static_cast<int>(wants.size());
}

bool is_elf(Bytes bytes) { return bytes.size > sizeof(Elf64_Ehdr) && std::memcmp(bytes.data, ELFMAG, SELFMAG) == 0; }

// Calls fn(descriptor) for every metadata note in a range of notes.
template <typename Fn>
void for_each_note(Bytes notes, Fn fn) {
  size_t at = 0;
  while (notes.size - at >= sizeof(Elf64_Nhdr)) {
    const auto note = load<Elf64_Nhdr>(notes.data + at);
    const uint64_t name = at + sizeof note;
    const uint64_t text = name + (uint64_t{note.n_namesz} + 3) / 4 * 4;
    const uint64_t next = text + (uint64_t{note.n_descsz} + 3) / 4 * 4;
    if (text + note.n_descsz > notes.size) return;
    if (note.n_type == kMetadataNote && note.n_namesz == 7 && std::memcmp(notes.data + name, "AMDGPU", 7) == 0) {
      fn(Bytes{notes.data + text, note.n_descsz});
    }
    if (next >= notes.size) return;
    at = next;
  }
}

void read_argument(MsgPack* pack, Kernel* kernel) {
  Argument argument;
  bool hidden = false;
  for (size_t n = pack->map(); n > 0 && pack->good(); --n) {
    const std::string_view key = pack->string();
    if (key == ".offset") {
      argument.offset = static_cast<uint32_t>(pack->number());
    } else if (key == ".size") {
      argument.size = static_cast<uint32_t>(pack->number());
    } else if (key == ".value_kind") {
      const std::string_view kind = pack->string();
      hidden = kind.substr(0, 7) == "hidden_";
      argument.pointer = kind == "global_buffer" || kind == "dynamic_shared_pointer";
    } else {
      pack->skip();
    }
  }
  if (!hidden && pack->good()) kernel->arguments.push_back(argument);
}

void read_kernel(MsgPack* pack, std::unordered_map<std::string, Kernel>* kernels) {
  Kernel kernel;
  for (size_t n = pack->map(); n > 0 && pack->good(); --n) {
    const std::string_view key = pack->string();
    if (key == ".name") {
      kernel.name = pack->string();
    } else if (key == ".args") {
      for (size_t i = pack->array(); i > 0 && pack->good(); --i) read_argument(pack, &kernel);
    } else {
      pack->skip();
    }
  }
  if (!pack->good() || kernel.name.empty()) return;
  std::stable_sort(kernel.arguments.begin(), kernel.arguments.end(),
                   [](const Argument& a, const Argument& b) { return a.offset < b.offset; });
  kernels->emplace(kernel.name, kernel);
}

void read_metadata(Bytes note, std::unordered_map<std::string, Kernel>* kernels) {
  MsgPack pack(note.data, note.size);
  for (size_t n = pack.map(); n > 0 && pack.good(); --n) {
    if (!pack.next_is_string()) {
      pack.skip();
      pack.skip();
    } else if (pack.string() == "amdhsa.kernels") {
      for (size_t i = pack.array(); i > 0 && pack.good(); --i) read_kernel(&pack, kernels);
    } else {
      pack.skip();
    }
  }
}

Bytes part(Bytes whole, uint64_t offset, uint64_t size) {
  if (offset > whole.size || size > whole.size - offset) return {};
  return {whole.data + offset, size};
}

}  // namespace

Image examine_image(const void* image, Bytes* bytes) {
  *bytes = {};
  const auto* at = static_cast<const uint8_t*>(image);
  if (!at) return Image::kUnknown;
  if (const uint32_t magic = load<uint32_t>(at); magic == kWrapperMagic || magic == kFatWrapperMagic) {
    at = static_cast<const uint8_t*>(load<Wrapper>(at).binary);
    if (!at) return Image::kUnknown;
  }
  bytes->data = at;
  if (std::memcmp(at, ELFMAG, SELFMAG) == 0) {
    bytes->size = elf_size(at);
    return bytes->size ? Image::kElf : Image::kUnknown;
  }
  if (std::memcmp(at, "CCOB", 4) == 0) {
    bytes->size = compressed_size(at);
    return bytes->size ? Image::kCompressed : Image::kUnknown;
  }
  if (::strncmp(reinterpret_cast<const char*>(at), kBundleMagic, kBundleMagicSize) == 0) {
    bytes->size = bundle_size(at);
    return bytes->size ? Image::kBundle : Image::kUnknown;
  }
  if (load<uint32_t>(at) == kFatBinaryMagic) {
    const auto header = load<FatBinary>(at);
    bytes->size = header.header_size + header.size;
    return Image::kFatBinary;
  }
  if (const auto* text = reinterpret_cast<const char*>(at); is_ptx(text)) {
    bytes->size = std::strlen(text) + 1;  // the driver wants the zero byte, too
    return Image::kText;
  }
  return Image::kUnknown;
}

Bytes pick_code_object(Image kind, Bytes image, const std::string& arch) {
  if (kind == Image::kElf) return image;
  if (kind != Image::kBundle) return {};
  Bytes best, only;
  int best_fit = -1;
  size_t devices = 0;
  for (const Entry& entry : bundle_entries(image.data)) {
    const std::string_view target = target_of(entry.id);
    const Bytes bytes = part(image, entry.offset, entry.size);
    if (target.empty() || !is_elf(bytes)) continue;
    ++devices;
    only = bytes;
    const int fit = suits(target, arch);
    if (fit > best_fit) {
      best_fit = fit;
      best = bytes;
    }
  }
  if (best_fit >= 0) return best;
  return devices == 1 ? only : Bytes{};
}

std::unordered_map<std::string, Kernel> read_kernels(Bytes elf) {
  std::unordered_map<std::string, Kernel> kernels;
  if (!is_elf(elf)) return kernels;
  const auto header = load<Elf64_Ehdr>(elf.data);
  const auto read = [&](Bytes notes) { for_each_note(notes, [&](Bytes note) { read_metadata(note, &kernels); }); };
  for (size_t i = 0; i < header.e_phnum; ++i) {
    const Bytes at = part(elf, header.e_phoff + i * sizeof(Elf64_Phdr), sizeof(Elf64_Phdr));
    if (!at) break;
    const auto segment = load<Elf64_Phdr>(at.data);
    if (segment.p_type == PT_NOTE) read(part(elf, segment.p_offset, segment.p_filesz));
  }
  for (size_t i = 0; kernels.empty() && i < header.e_shnum; ++i) {
    const Bytes at = part(elf, header.e_shoff + i * sizeof(Elf64_Shdr), sizeof(Elf64_Shdr));
    if (!at) break;
    const auto section = load<Elf64_Shdr>(at.data);
    if (section.sh_type == SHT_NOTE) read(part(elf, section.sh_offset, section.sh_size));
  }
  return kernels;
}

}  // namespace hrr
