#include "recorder/hash.h"

#include <dlfcn.h>

#include <atomic>
#include <cstdio>

#include "recorder/xxh3.h"

namespace hrr {
namespace {

constexpr uint64_t kFnvOffset = 0xCBF29CE484222325u;
constexpr uint64_t kFnvPrime = 0x100000001B3u;

struct Digest {
  uint64_t low;
  uint64_t high;
};

struct Library {
  Digest (*whole)(const void*, size_t);
  void* (*create)();
  int (*destroy)(void*);
  int (*reset)(void*);
  int (*update)(void*, const void*, size_t);
  Digest (*digest)(const void*);
};

const Library kNone{};
std::atomic<const Library*> library{nullptr};  // null: not tried; &kNone: not there

Key reference(Key lanes, const uint8_t* bytes, size_t size) {
  uint64_t lo = lanes.lo, hi = lanes.hi;
  for (size_t i = 0; i < size; ++i) {
    lo = (lo ^ bytes[i]) * kFnvPrime;
    hi = (hi ^ bytes[i]) * kFnvOffset;
  }
  return {lo, hi};
}

}  // namespace

std::string Key::text() const {
  char digits[33];
  std::snprintf(digits, sizeof digits, "%016llx%016llx", static_cast<unsigned long long>(lo),
                static_cast<unsigned long long>(hi));
  return digits;
}

bool load_xxhash() {
  const Library* known = library.load(std::memory_order_acquire);
  if (known) return known != &kNone;
  void* handle = ::dlopen("libxxhash.so.0", RTLD_NOW | RTLD_LOCAL);
  auto* found = new Library();
  const auto find = [&](auto* slot, const char* name) {
    if (handle) *reinterpret_cast<void**>(slot) = ::dlsym(handle, name);
    return *slot != nullptr;
  };
  const bool all = find(&found->whole, "XXH3_128bits") && find(&found->create, "XXH3_createState") &&
                   find(&found->destroy, "XXH3_freeState") && find(&found->reset, "XXH3_128bits_reset") &&
                   find(&found->update, "XXH3_128bits_update") && find(&found->digest, "XXH3_128bits_digest");
  // Threads that come here together find the same; the last one's copy stays.
  library.store(all ? found : &kNone, std::memory_order_release);
  return all;
}

Key hash_bytes(HashKind kind, const void* data, size_t size) {
  if (kind == HashKind::kReference) {
    return reference({kFnvOffset, kFnvPrime}, static_cast<const uint8_t*>(data), size);
  }
  if (size >= kXxh3Long && has_fast_xxh3()) return fast_xxh3(data, size);
  const Digest digest = library.load(std::memory_order_relaxed)->whole(data, size);
  return {digest.low, digest.high};
}

Hasher::Hasher(HashKind kind) : kind_(kind), lanes_{kFnvOffset, kFnvPrime} {
  if (kind_ == HashKind::kXxh3) {
    state_ = library.load(std::memory_order_relaxed)->create();
    library.load(std::memory_order_relaxed)->reset(state_);
  }
}

Hasher::~Hasher() {
  if (state_) library.load(std::memory_order_relaxed)->destroy(state_);
}

void Hasher::update(const void* data, size_t size) {
  if (state_)
    library.load(std::memory_order_relaxed)->update(state_, data, size);
  else
    lanes_ = reference(lanes_, static_cast<const uint8_t*>(data), size);
}

Key Hasher::digest() const {
  if (!state_) return lanes_;
  const Digest digest = library.load(std::memory_order_relaxed)->digest(state_);
  return {digest.low, digest.high};
}

}  // namespace hrr
