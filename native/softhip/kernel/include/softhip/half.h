// Numbers of half precision: __half, __half2, their arithmetic and conversions. Each operation is done in single
// precision and rounded once, which is what half-precision hardware gives.
#pragma once

#include <hip/hip_vector_types.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

struct __half_raw {
  unsigned short x;
};

namespace softhip {

#ifdef __FLT16_MAX__
inline unsigned short half_bits(double value) {
  const _Float16 half = static_cast<_Float16>(value);
  unsigned short bits;
  memcpy(&bits, &half, sizeof(bits));
  return bits;
}
inline float half_value(unsigned short bits) {
  _Float16 half;
  memcpy(&half, &bits, sizeof(bits));
  return static_cast<float>(half);
}
#else
// Rounds to nearest, ties to even.
inline unsigned short half_bits(double value) {
  const unsigned short sign = signbit(value) ? 0x8000 : 0;
  const double size = fabs(value);
  if (!(size == size)) return sign | 0x7e00;
  if (size >= 65520.0) return sign | 0x7c00;
  if (size == 0.0) return sign;
  int exponent = 0;
  frexp(size, &exponent);
  const int unit = exponent - 11 > -24 ? exponent - 11 : -24;  // of the last place
  const int count = static_cast<int>(nearbyint(ldexp(size, -unit)));
  // A count of 1024 to 2047 has the implicit bit; one more place carries into the exponent by itself.
  return static_cast<unsigned short>(sign | (count + (unit + 24) * 1024));
}
inline float half_value(unsigned short bits) {
  const int exponent = bits >> 10 & 31;
  const int fraction = bits & 0x3ff;
  double size;
  if (exponent == 31) {
    size = fraction != 0 ? NAN : INFINITY;
  } else {
    size = exponent == 0 ? ldexp(fraction, -24) : ldexp(fraction + 1024, exponent - 25);
  }
  return static_cast<float>((bits & 0x8000) != 0 ? -size : size);
}
#endif

}  // namespace softhip

struct __half {
  unsigned short bits;

  __half() = default;
#ifdef __FLT16_MAX__
  __half(_Float16 value) { memcpy(&bits, &value, sizeof(bits)); }  // NOLINT: converts, as in HIP
#endif
  __half(float value) : bits(softhip::half_bits(static_cast<double>(value))) {}  // NOLINT
  __half(double value) : bits(softhip::half_bits(value)) {}                      // NOLINT
  __half(int value) : bits(softhip::half_bits(value)) {}                         // NOLINT
  __half(unsigned int value) : bits(softhip::half_bits(value)) {}                // NOLINT
  __half(const __half_raw& raw) : bits(raw.x) {}                                 // NOLINT
  operator float() const { return softhip::half_value(bits); }
  operator __half_raw() const { return {bits}; }

  __half& operator+=(__half b) { return *this = __half(static_cast<float>(*this) + static_cast<float>(b)); }
  __half& operator-=(__half b) { return *this = __half(static_cast<float>(*this) - static_cast<float>(b)); }
  __half& operator*=(__half b) { return *this = __half(static_cast<float>(*this) * static_cast<float>(b)); }
  __half& operator/=(__half b) { return *this = __half(static_cast<float>(*this) / static_cast<float>(b)); }
};
typedef __half half;

inline __half operator+(__half a, __half b) { return a += b; }
inline __half operator-(__half a, __half b) { return a -= b; }
inline __half operator*(__half a, __half b) { return a *= b; }
inline __half operator/(__half a, __half b) { return a /= b; }
inline __half operator-(__half a) { return __half(-static_cast<float>(a)); }
inline bool operator==(__half a, __half b) { return static_cast<float>(a) == static_cast<float>(b); }
inline bool operator!=(__half a, __half b) { return static_cast<float>(a) != static_cast<float>(b); }
inline bool operator<(__half a, __half b) { return static_cast<float>(a) < static_cast<float>(b); }
inline bool operator>(__half a, __half b) { return static_cast<float>(a) > static_cast<float>(b); }
inline bool operator<=(__half a, __half b) { return static_cast<float>(a) <= static_cast<float>(b); }
inline bool operator>=(__half a, __half b) { return static_cast<float>(a) >= static_cast<float>(b); }

inline __half __float2half(float x) { return __half(x); }
inline __half __float2half_rn(float x) { return __half(x); }
inline __half __double2half(double x) { return __half(x); }
inline float __half2float(__half x) { return static_cast<float>(x); }
inline __half __int2half_rn(int x) { return __half(x); }
inline __half __uint2half_rn(unsigned int x) { return __half(x); }
inline int __half2int_rn(__half x) { return static_cast<int>(rintf(x)); }
inline int __half2int_rz(__half x) { return static_cast<int>(static_cast<float>(x)); }
inline unsigned short __half_as_ushort(__half x) { return static_cast<__half_raw>(x).x; }
inline short __half_as_short(__half x) { return static_cast<short>(static_cast<__half_raw>(x).x); }
inline __half __ushort_as_half(unsigned short x) { return __half(__half_raw{x}); }
inline __half __short_as_half(short x) { return __half(__half_raw{static_cast<unsigned short>(x)}); }

inline __half __hadd(__half a, __half b) { return a + b; }
inline __half __hsub(__half a, __half b) { return a - b; }
inline __half __hmul(__half a, __half b) { return a * b; }
inline __half __hdiv(__half a, __half b) { return a / b; }
inline __half __hfma(__half a, __half b, __half c) {
  // The product of two halves is exact in double precision, and so is its sum with a third up to one rounding.
  return __half(static_cast<double>(static_cast<float>(a)) * static_cast<float>(b) + static_cast<float>(c));
}
inline __half __hneg(__half a) { return -a; }
inline __half __habs(__half a) { return __half(fabsf(a)); }
inline __half __hmax(__half a, __half b) { return __half(fmaxf(a, b)); }
inline __half __hmin(__half a, __half b) { return __half(fminf(a, b)); }
inline bool __heq(__half a, __half b) { return a == b; }
inline bool __hne(__half a, __half b) { return a != b; }
inline bool __hlt(__half a, __half b) { return a < b; }
inline bool __hle(__half a, __half b) { return a <= b; }
inline bool __hgt(__half a, __half b) { return a > b; }
inline bool __hge(__half a, __half b) { return a >= b; }
inline bool __hisnan(__half a) { return a != a; }
inline int __hisinf(__half a) { return isinf(static_cast<float>(a)) ? (static_cast<float>(a) > 0 ? 1 : -1) : 0; }

#define SOFTHIP_HALF_FUNCTION(name, function) \
  inline __half name(__half x) { return __half(function(static_cast<float>(x))); }
SOFTHIP_HALF_FUNCTION(hsqrt, sqrtf)
SOFTHIP_HALF_FUNCTION(hexp, expf)
SOFTHIP_HALF_FUNCTION(hexp2, exp2f)
SOFTHIP_HALF_FUNCTION(hlog, logf)
SOFTHIP_HALF_FUNCTION(hlog2, log2f)
SOFTHIP_HALF_FUNCTION(hsin, sinf)
SOFTHIP_HALF_FUNCTION(hcos, cosf)
SOFTHIP_HALF_FUNCTION(hceil, ceilf)
SOFTHIP_HALF_FUNCTION(hfloor, floorf)
SOFTHIP_HALF_FUNCTION(htrunc, truncf)
SOFTHIP_HALF_FUNCTION(hrint, rintf)
SOFTHIP_HALF_FUNCTION(hrsqrt, 1.0f / sqrtf)
SOFTHIP_HALF_FUNCTION(hrcp, 1.0f /)
#undef SOFTHIP_HALF_FUNCTION

struct alignas(4) __half2 {
  __half x, y;

  __half2() = default;
  __half2(__half low, __half high) : x(low), y(high) {}
};
typedef __half2 half2;

inline __half2 operator+(__half2 a, __half2 b) { return {a.x + b.x, a.y + b.y}; }
inline __half2 operator-(__half2 a, __half2 b) { return {a.x - b.x, a.y - b.y}; }
inline __half2 operator*(__half2 a, __half2 b) { return {a.x * b.x, a.y * b.y}; }
inline __half2 operator/(__half2 a, __half2 b) { return {a.x / b.x, a.y / b.y}; }
inline __half2 make_half2(__half low, __half high) { return {low, high}; }
inline __half2 __halves2half2(__half low, __half high) { return {low, high}; }
inline __half2 __half2half2(__half x) { return {x, x}; }
inline __half2 __float2half2_rn(float x) { return {__half(x), __half(x)}; }
inline __half2 __floats2half2_rn(float low, float high) { return {__half(low), __half(high)}; }
inline __half2 __float22half2_rn(float2 x) { return {__half(x.x), __half(x.y)}; }
inline float2 __half22float2(__half2 x) { return float2{static_cast<float>(x.x), static_cast<float>(x.y)}; }
inline __half __low2half(__half2 x) { return x.x; }
inline __half __high2half(__half2 x) { return x.y; }
inline float __low2float(__half2 x) { return x.x; }
inline float __high2float(__half2 x) { return x.y; }
inline __half2 __hadd2(__half2 a, __half2 b) { return a + b; }
inline __half2 __hsub2(__half2 a, __half2 b) { return a - b; }
inline __half2 __hmul2(__half2 a, __half2 b) { return a * b; }
inline __half2 __hfma2(__half2 a, __half2 b, __half2 c) { return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)}; }
