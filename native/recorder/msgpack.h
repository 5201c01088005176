// The little of MessagePack that kernel metadata needs: walking maps, reading strings and numbers. Every read is
// bounded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace hrr {

class MsgPack {
 public:
  MsgPack(const uint8_t* data, size_t size) : at_(data), end_(data + size) {}

  bool good() const { return good_; }
  // Each reads one item, or makes good() false when the next item is of another kind.
  size_t map();    // number of pairs that follow
  size_t array();  // number of items that follow
  std::string_view string();
  uint64_t number();
  void skip(unsigned depth = 0);

  bool next_is_string() const;

 private:
  uint64_t big_endian(size_t bytes);
  const uint8_t* take(size_t bytes);
  uint8_t peek() const { return at_ < end_ ? *at_ : 0xC1; }  // 0xC1 is no item

  const uint8_t* at_;
  const uint8_t* end_;
  bool good_ = true;
};

}  // namespace hrr
