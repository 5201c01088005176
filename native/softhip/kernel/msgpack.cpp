#include "softhip/kernel/msgpack.h"

namespace softhip {
namespace {

constexpr int kMaxDepth = 16;

class Reader {
 public:
  Reader(const uint8_t* bytes, size_t size) : at_(bytes), end_(bytes + size) {}

  bool read(Msgpack* value, int depth) {
    if (at_ == end_ || depth > kMaxDepth) return false;
    const uint8_t head = *at_++;
    if (head < 0x80) return number(value, head);
    if (head < 0x90) return map(value, head & 15, depth);
    if (head < 0xa0) return array(value, head & 15, depth);
    if (head < 0xc0) return string(value, head & 31);
    if (head >= 0xe0) return number(value, static_cast<uint64_t>(static_cast<int8_t>(head)));
    uint64_t count = 0;
    switch (head) {
      case 0xc0:
        return true;
      case 0xc2:
      case 0xc3:
        value->type = Msgpack::Type::kBool;
        value->number = head & 1;
        return true;
      case 0xcc:
      case 0xcd:
      case 0xce:
      case 0xcf:
        return word(size_t{1} << (head - 0xcc), &count) && number(value, count);
      case 0xd0:
      case 0xd1:
      case 0xd2:
      case 0xd3: {
        const size_t size = size_t{1} << (head - 0xd0);
        if (!word(size, &count)) return false;
        const int unused = static_cast<int>(64 - 8 * size);
        return number(value, static_cast<uint64_t>(static_cast<int64_t>(count << unused) >> unused));
      }
      case 0xd9:
      case 0xda:
      case 0xdb:
        return word(size_t{1} << (head - 0xd9), &count) && string(value, count);
      case 0xdc:
      case 0xdd:
        return word(size_t{2} << (head - 0xdc), &count) && array(value, count, depth);
      case 0xde:
      case 0xdf:
        return word(size_t{2} << (head - 0xde), &count) && map(value, count, depth);
      default:
        return false;
    }
  }

 private:
  size_t left() const { return static_cast<size_t>(end_ - at_); }

  bool word(size_t size, uint64_t* value) {
    if (left() < size) return false;
    *value = 0;
    for (size_t i = 0; i < size; ++i) *value = *value << 8 | *at_++;
    return true;
  }

  static bool number(Msgpack* value, uint64_t number) {
    value->type = Msgpack::Type::kNumber;
    value->number = number;
    return true;
  }

  bool string(Msgpack* value, uint64_t size) {
    if (left() < size) return false;
    value->type = Msgpack::Type::kString;
    value->text = {reinterpret_cast<const char*>(at_), static_cast<size_t>(size)};
    at_ += size;
    return true;
  }

  bool array(Msgpack* value, uint64_t count, int depth) {
    value->type = Msgpack::Type::kArray;
    if (count > left()) return false;  // every item takes a byte at least
    value->items.resize(static_cast<size_t>(count));
    for (Msgpack& item : value->items) {
      if (!read(&item, depth + 1)) return false;
    }
    return true;
  }

  bool map(Msgpack* value, uint64_t count, int depth) {
    value->type = Msgpack::Type::kMap;
    if (count > left() / 2) return false;
    value->members.reserve(static_cast<size_t>(count));
    for (uint64_t i = 0; i < count; ++i) {
      Msgpack key;
      Msgpack item;
      if (!read(&key, depth + 1) || key.type != Msgpack::Type::kString || !read(&item, depth + 1)) return false;
      value->members.emplace_back(key.text, std::move(item));
    }
    return true;
  }

  const uint8_t* at_;
  const uint8_t* end_;
};

}  // namespace

const Msgpack& Msgpack::operator[](std::string_view key) const {
  static const Msgpack nil;
  for (const auto& [name, value] : members) {
    if (name == key) return value;
  }
  return nil;
}

bool unpack(const uint8_t* bytes, size_t size, Msgpack* value) { return Reader(bytes, size).read(value, 0); }

}  // namespace softhip
