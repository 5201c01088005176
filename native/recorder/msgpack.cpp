#include "recorder/msgpack.h"

namespace hrr {
namespace {
constexpr unsigned kDeepest = 32;
}

const uint8_t* MsgPack::take(size_t bytes) {
  if (static_cast<size_t>(end_ - at_) < bytes) {
    good_ = false;
    at_ = end_;
    return nullptr;
  }
  const uint8_t* found = at_;
  at_ += bytes;
  return found;
}

uint64_t MsgPack::big_endian(size_t bytes) {
  const uint8_t* data = take(bytes);
  uint64_t value = 0;
  for (size_t i = 0; data && i < bytes; ++i) value = value << 8 | data[i];
  return value;
}

size_t MsgPack::map() {
  const uint8_t tag = peek();
  take(1);
  if ((tag & 0xF0) == 0x80) return tag & 0x0F;
  if (tag == 0xDE) return big_endian(2);
  if (tag == 0xDF) return big_endian(4);
  good_ = false;
  return 0;
}

size_t MsgPack::array() {
  const uint8_t tag = peek();
  take(1);
  if ((tag & 0xF0) == 0x90) return tag & 0x0F;
  if (tag == 0xDC) return big_endian(2);
  if (tag == 0xDD) return big_endian(4);
  good_ = false;
  return 0;
}

bool MsgPack::next_is_string() const {
  const uint8_t tag = peek();
  return (tag & 0xE0) == 0xA0 || (tag >= 0xD9 && tag <= 0xDB);
}

std::string_view MsgPack::string() {
  if (!next_is_string()) {
    good_ = false;
    return {};
  }
  const uint8_t tag = peek();
  take(1);
  const size_t length = (tag & 0xE0) == 0xA0 ? tag & 0x1F : big_endian(size_t{1} << (tag - 0xD9));
  const uint8_t* text = take(length);
  return text ? std::string_view(reinterpret_cast<const char*>(text), length) : std::string_view();
}

uint64_t MsgPack::number() {
  const uint8_t tag = peek();
  take(1);
  if (tag < 0x80) return tag;
  if (tag >= 0xCC && tag <= 0xCF) return big_endian(size_t{1} << (tag - 0xCC));
  if (tag >= 0xD0 && tag <= 0xD3) return big_endian(size_t{1} << (tag - 0xD0));  // signed; sizes are not negative
  good_ = false;
  return 0;
}

void MsgPack::skip(unsigned depth) {
  if (depth > kDeepest) good_ = false;
  if (!good_) return;
  const uint8_t tag = peek();
  if (next_is_string()) {
    string();
  } else if ((tag & 0xF0) == 0x80 || tag == 0xDE || tag == 0xDF) {
    for (size_t n = map(); n > 0 && good_; --n) {
      skip(depth + 1);
      skip(depth + 1);
    }
  } else if ((tag & 0xF0) == 0x90 || tag == 0xDC || tag == 0xDD) {
    for (size_t n = array(); n > 0 && good_; --n) skip(depth + 1);
  } else if (tag < 0x80 || tag >= 0xE0 || tag == 0xC0 || tag == 0xC2 || tag == 0xC3) {
    take(1);
  } else if (tag >= 0xC4 && tag <= 0xC6) {
    take(1);
    take(big_endian(size_t{1} << (tag - 0xC4)));
  } else if (tag == 0xCA || tag == 0xCB) {
    take(tag == 0xCA ? 5 : 9);
  } else if (tag >= 0xCC && tag <= 0xD3) {
    number();
  } else if (tag >= 0xD4 && tag <= 0xD8) {
    take(2 + (size_t{1} << (tag - 0xD4)));
  } else if (tag >= 0xC7 && tag <= 0xC9) {
    take(1);
    const size_t length = big_endian(size_t{1} << (tag - 0xC7));
    take(1 + length);
  } else {
    good_ = false;
  }
}

}  // namespace hrr
