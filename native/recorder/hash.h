// Names of blobs: 128 bits over the content, by XXH3 (libxxhash, loaded when it is there) or by the reference hash,
// which is two 64-bit FNV lanes with their constants swapped.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace hrr {

struct Key {
  uint64_t lo = 0;
  uint64_t hi = 0;
  bool operator==(const Key& other) const { return lo == other.lo && hi == other.hi; }
  explicit operator bool() const { return (lo | hi) != 0; }
  std::string text() const;  // 32 hexadecimal digits: lo, then hi
};

struct KeyHash {
  size_t operator()(const Key& key) const { return static_cast<size_t>(key.lo ^ (key.hi * 0x9E3779B97F4A7C15u)); }
};

enum class HashKind { kXxh3, kReference };

// Loads libxxhash. False when it cannot be had. Takes the loader's lock: never call it with one of ours held.
bool load_xxhash();

Key hash_bytes(HashKind kind, const void* data, size_t size);

// The same, piece by piece.
class Hasher {
 public:
  explicit Hasher(HashKind kind);
  ~Hasher();
  Hasher(const Hasher&) = delete;
  Hasher& operator=(const Hasher&) = delete;
  void update(const void* data, size_t size);
  Key digest() const;

 private:
  HashKind kind_;
  void* state_ = nullptr;
  Key lanes_;
};

}  // namespace hrr
