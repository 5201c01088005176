// MessagePack, as far as metadata of code objects uses it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace softhip {

struct Msgpack {
  enum class Type : uint8_t { kNil, kBool, kNumber, kString, kArray, kMap };

  Type type = Type::kNil;
  uint64_t number = 0;
  std::string_view text;  // into the packed bytes
  std::vector<Msgpack> items;
  std::vector<std::pair<std::string_view, Msgpack>> members;

  // A member of a map; nil where there is none.
  const Msgpack& operator[](std::string_view key) const;
};

// False when the bytes are no MessagePack, or of a kind that metadata does not have.
bool unpack(const uint8_t* bytes, size_t size, Msgpack* value);

}  // namespace softhip
