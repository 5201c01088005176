#include "recorder/xxh3.h"

#include <immintrin.h>

#include <cstring>

namespace hrr {
namespace {

constexpr uint64_t kPrime32_1 = 0x9E3779B1u, kPrime32_2 = 0x85EBCA77u, kPrime32_3 = 0xC2B2AE3Du;
constexpr uint64_t kPrime64_1 = 0x9E3779B185EBCA87u, kPrime64_2 = 0xC2B2AE3D27D4EB4Fu, kPrime64_3 = 0x165667B19E3779F9u;
constexpr uint64_t kPrime64_4 = 0x85EBCA77C2B2AE63u, kPrime64_5 = 0x27D4EB2F165667C5u;

constexpr size_t kStripe = 64, kSecretSize = 192, kSecretStep = 8;
constexpr size_t kBlockStripes = (kSecretSize - kStripe) / kSecretStep, kBlock = kStripe * kBlockStripes;

// The algorithm's default secret.
alignas(64) const uint8_t kSecret[kSecretSize] = {
    0xb8, 0xfe, 0x6c, 0x39, 0x23, 0xa4, 0x4b, 0xbe, 0x7c, 0x01, 0x81, 0x2c, 0xf7, 0x21, 0xad, 0x1c, 0xde, 0xd4,
    0x6d, 0xe9, 0x83, 0x90, 0x97, 0xdb, 0x72, 0x40, 0xa4, 0xa4, 0xb7, 0xb3, 0x67, 0x1f, 0xcb, 0x79, 0xe6, 0x4e,
    0xcc, 0xc0, 0xe5, 0x78, 0x82, 0x5a, 0xd0, 0x7d, 0xcc, 0xff, 0x72, 0x21, 0xb8, 0x08, 0x46, 0x74, 0xf7, 0x43,
    0x24, 0x8e, 0xe0, 0x35, 0x90, 0xe6, 0x81, 0x3a, 0x26, 0x4c, 0x3c, 0x28, 0x52, 0xbb, 0x91, 0xc3, 0x00, 0xcb,
    0x88, 0xd0, 0x65, 0x8b, 0x1b, 0x53, 0x2e, 0xa3, 0x71, 0x64, 0x48, 0x97, 0xa2, 0x0d, 0xf9, 0x4e, 0x38, 0x19,
    0xef, 0x46, 0xa9, 0xde, 0xac, 0xd8, 0xa8, 0xfa, 0x76, 0x3f, 0xe3, 0x9c, 0x34, 0x3f, 0xf9, 0xdc, 0xbb, 0xc7,
    0xc7, 0x0b, 0x4f, 0x1d, 0x8a, 0x51, 0xe0, 0x4b, 0xcd, 0xb4, 0x59, 0x31, 0xc8, 0x9f, 0x7e, 0xc9, 0xd9, 0x78,
    0x73, 0x64, 0xea, 0xc5, 0xac, 0x83, 0x34, 0xd3, 0xeb, 0xc3, 0xc5, 0x81, 0xa0, 0xff, 0xfa, 0x13, 0x63, 0xeb,
    0x17, 0x0d, 0xdd, 0x51, 0xb7, 0xf0, 0xda, 0x49, 0xd3, 0x16, 0x55, 0x26, 0x29, 0xd4, 0x68, 0x9e, 0x2b, 0x16,
    0xbe, 0x58, 0x7d, 0x47, 0xa1, 0xfc, 0x8f, 0xf8, 0xb8, 0xd1, 0x7a, 0xd0, 0x31, 0xce, 0x45, 0xcb, 0x3a, 0x8f,
    0x95, 0x16, 0x04, 0x28, 0xaf, 0xd7, 0xfb, 0xca, 0xbb, 0x4b, 0x40, 0x7e,
};

uint64_t read64(const void* at) {
  uint64_t value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

uint64_t fold(uint64_t a, uint64_t b) {
  const auto product = static_cast<unsigned __int128>(a) * b;
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

uint64_t merge(const uint64_t* lanes, const uint8_t* secret, uint64_t start) {
  uint64_t hash = start;
  for (int i = 0; i < 4; ++i) {
    hash += fold(lanes[2 * i] ^ read64(secret + 16 * i), lanes[2 * i + 1] ^ read64(secret + 16 * i + 8));
  }
  hash ^= hash >> 37;
  hash *= 0x165667919E3779F9u;
  return hash ^ hash >> 32;
}

#define HRR_AVX2 __attribute__((target("avx2")))

HRR_AVX2 inline __m256i load(const uint8_t* at) { return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at)); }

// One half of a stripe: four lanes.
HRR_AVX2 inline __m256i mix(__m256i lanes, __m256i data, const uint8_t* secret) {
  const __m256i key = _mm256_xor_si256(data, load(secret));
  const __m256i product = _mm256_mul_epu32(key, _mm256_shuffle_epi32(key, _MM_SHUFFLE(0, 3, 0, 1)));
  const __m256i swapped = _mm256_shuffle_epi32(data, _MM_SHUFFLE(1, 0, 3, 2));
  return _mm256_add_epi64(product, _mm256_add_epi64(lanes, swapped));
}

HRR_AVX2 inline __m256i scramble(__m256i lanes, const uint8_t* secret) {
  const __m256i prime = _mm256_set1_epi32(static_cast<int>(kPrime32_1));
  const __m256i data = _mm256_xor_si256(lanes, _mm256_srli_epi64(lanes, 47));
  const __m256i key = _mm256_xor_si256(data, load(secret));
  const __m256i low = _mm256_mul_epu32(key, prime);
  const __m256i high = _mm256_mul_epu32(_mm256_shuffle_epi32(key, _MM_SHUFFLE(0, 3, 0, 1)), prime);
  return _mm256_add_epi64(low, _mm256_slli_epi64(high, 32));
}

struct State {
  __m256i a, b;
};

template <bool kCopy>
HRR_AVX2 inline void stripe(State* state, uint8_t* to, const uint8_t* from, const uint8_t* secret) {
  const __m256i first = load(from), second = load(from + 32);
  if (kCopy) {
    _mm256_store_si256(reinterpret_cast<__m256i*>(to), first);
    _mm256_store_si256(reinterpret_cast<__m256i*>(to + 32), second);
  }
  state->a = mix(state->a, first, secret);
  state->b = mix(state->b, second, secret + 32);
}

template <bool kCopy>
HRR_AVX2 Key hash(uint8_t* to, const uint8_t* from, size_t size) {
  State state;
  state.a = _mm256_setr_epi64x(kPrime32_3, static_cast<long long>(kPrime64_1), static_cast<long long>(kPrime64_2),
                               kPrime64_3);
  state.b = _mm256_setr_epi64x(static_cast<long long>(kPrime64_4), kPrime32_2, kPrime64_5, kPrime32_1);
  const size_t blocks = (size - 1) / kBlock;
  size_t at = 0;
  for (size_t block = 0; block < blocks; ++block) {
    for (size_t i = 0; i < kBlockStripes; ++i, at += kStripe) {
      _mm_prefetch(reinterpret_cast<const char*>(from + at + 512), _MM_HINT_T0);
      stripe<kCopy>(&state, to + at, from + at, kSecret + i * kSecretStep);
    }
    state.a = scramble(state.a, kSecret + kSecretSize - kStripe);
    state.b = scramble(state.b, kSecret + kSecretSize - kStripe + 32);
  }
  const size_t stripes = (size - 1 - kBlock * blocks) / kStripe;
  for (size_t i = 0; i < stripes; ++i, at += kStripe) {
    stripe<kCopy>(&state, to + at, from + at, kSecret + i * kSecretStep);
  }
  if (kCopy) {
    std::memcpy(to + at, from + at, size - at);
    from = to;
  }
  // The last stripe overlaps the one before.
  stripe<false>(&state, nullptr, from + size - kStripe, kSecret + kSecretSize - kStripe - 7);
  alignas(32) uint64_t lanes[8];
  _mm256_store_si256(reinterpret_cast<__m256i*>(lanes), state.a);
  _mm256_store_si256(reinterpret_cast<__m256i*>(lanes + 4), state.b);
  return {merge(lanes, kSecret + 11, size * kPrime64_1),
          merge(lanes, kSecret + kSecretSize - sizeof lanes - 11, ~(size * kPrime64_2))};
}

}  // namespace

bool has_fast_xxh3() {
  static const bool found = __builtin_cpu_supports("avx2");
  return found;
}

Key fast_xxh3(const void* data, size_t size) { return hash<false>(nullptr, static_cast<const uint8_t*>(data), size); }

Key fast_xxh3_copy(void* to, const void* from, size_t size) {
  return hash<true>(static_cast<uint8_t*>(to), static_cast<const uint8_t*>(from), size);
}

}  // namespace hrr
