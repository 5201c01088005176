// Integer intrinsics and conversions.
#pragma once

#include <softhip/math.h>

inline int __popc(unsigned int x) { return __builtin_popcount(x); }
inline int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
inline int __clz(int x) { return x == 0 ? 32 : __builtin_clz(static_cast<unsigned>(x)); }
inline int __clzll(long long x) { return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x)); }
inline int __ffs(int x) { return __builtin_ffs(x); }
inline int __ffs(unsigned int x) { return __builtin_ffs(static_cast<int>(x)); }
inline int __ffsll(long long x) { return __builtin_ffsll(x); }
inline int __ffsll(unsigned long long x) { return __builtin_ffsll(static_cast<long long>(x)); }
inline int __ffsll(unsigned long x) { return __builtin_ffsll(static_cast<long long>(x)); }

inline unsigned int __brev(unsigned int x) {
  x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
  x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
  x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
  return __builtin_bswap32(x);
}
inline unsigned long long __brevll(unsigned long long x) {
  return static_cast<unsigned long long>(__brev(static_cast<unsigned>(x))) << 32 |
         __brev(static_cast<unsigned>(x >> 32));
}

inline int __mul24(int x, int y) {
  const long long a = static_cast<int>(static_cast<unsigned>(x) << 8) >> 8;
  const long long b = static_cast<int>(static_cast<unsigned>(y) << 8) >> 8;
  return static_cast<int>(a * b);
}
inline unsigned int __umul24(unsigned int x, unsigned int y) { return (x & 0xffffffu) * (y & 0xffffffu); }
inline int __mulhi(int x, int y) { return static_cast<int>(static_cast<long long>(x) * y >> 32); }
inline unsigned int __umulhi(unsigned int x, unsigned int y) {
  return static_cast<unsigned>(static_cast<unsigned long long>(x) * y >> 32);
}
inline long long __mul64hi(long long x, long long y) {
  return static_cast<long long>(static_cast<__int128>(x) * y >> 64);
}
inline unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
  return static_cast<unsigned long long>(static_cast<unsigned __int128>(x) * y >> 64);
}
inline int __hadd(int x, int y) { return static_cast<int>((static_cast<long long>(x) + y) >> 1); }
inline int __rhadd(int x, int y) { return static_cast<int>((static_cast<long long>(x) + y + 1) >> 1); }
inline unsigned int __uhadd(unsigned int x, unsigned int y) {
  return static_cast<unsigned>((static_cast<unsigned long long>(x) + y) >> 1);
}
inline unsigned int __urhadd(unsigned int x, unsigned int y) {
  return static_cast<unsigned>((static_cast<unsigned long long>(x) + y + 1) >> 1);
}
inline unsigned int __sad(int x, int y, unsigned int z) {
  const long long difference = static_cast<long long>(x) - y;
  return z + static_cast<unsigned>(difference < 0 ? -difference : difference);
}
inline unsigned int __usad(unsigned int x, unsigned int y, unsigned int z) { return z + (x > y ? x - y : y - x); }

// The bytes of (y, x) that the four low nibbles of `selector` name.
inline unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int selector) {
  const unsigned long long bytes = static_cast<unsigned long long>(y) << 32 | x;
  unsigned int result = 0;
  for (int i = 0; i < 4; ++i) {
    result |= static_cast<unsigned>(bytes >> ((selector >> (4 * i) & 7) * 8) & 0xff) << (8 * i);
  }
  return result;
}
inline unsigned int __funnelshift_l(unsigned int low, unsigned int high, unsigned int shift) {
  return static_cast<unsigned>((static_cast<unsigned long long>(high) << 32 | low) << (shift & 31) >> 32);
}
inline unsigned int __funnelshift_r(unsigned int low, unsigned int high, unsigned int shift) {
  return static_cast<unsigned>((static_cast<unsigned long long>(high) << 32 | low) >> (shift & 31));
}
inline unsigned int __bitextract_u32(unsigned int x, unsigned int offset, unsigned int width) {
  offset &= 31, width &= 31;
  return width == 0 ? 0 : x >> offset & (0xffffffffu >> (32 - width));
}

template <class T>
inline T __ldg(const T* address) {
  return *address;
}

inline int __float_as_int(float x) { return softhip::bits<int>(x); }
inline unsigned int __float_as_uint(float x) { return softhip::bits<unsigned int>(x); }
inline float __int_as_float(int x) { return softhip::bits<float>(x); }
inline float __uint_as_float(unsigned int x) { return softhip::bits<float>(x); }
inline long long __double_as_longlong(double x) { return softhip::bits<long long>(x); }
inline double __longlong_as_double(long long x) { return softhip::bits<double>(x); }
inline int __double2hiint(double x) { return static_cast<int>(softhip::bits<unsigned long long>(x) >> 32); }
inline int __double2loint(double x) { return static_cast<int>(softhip::bits<unsigned long long>(x)); }
inline double __hiloint2double(int high, int low) {
  return softhip::bits<double>(static_cast<unsigned long long>(static_cast<unsigned>(high)) << 32 |
                               static_cast<unsigned>(low));
}

namespace softhip {

// To an integer, held within its range; NaN gives 0.
template <class To, class From>
inline To to_integer(From x) {
  if (!(x == x)) return 0;
  constexpr To kMin = static_cast<To>(-1) < 0 ? static_cast<To>(1ULL << (sizeof(To) * 8 - 1)) : 0;
  constexpr To kMax = static_cast<To>(~kMin);
  if (x <= static_cast<From>(kMin)) return kMin;
  if (x >= static_cast<From>(kMax)) return kMax;
  return static_cast<To>(x);
}

}  // namespace softhip

#define SOFTHIP_CONVERSIONS(from_name, from, suffix)                                                                  \
  inline int __##from_name##2int_rn(from x) { return softhip::to_integer<int>(rint##suffix(x)); }                     \
  inline int __##from_name##2int_rz(from x) { return softhip::to_integer<int>(trunc##suffix(x)); }                    \
  inline int __##from_name##2int_rd(from x) { return softhip::to_integer<int>(floor##suffix(x)); }                    \
  inline int __##from_name##2int_ru(from x) { return softhip::to_integer<int>(ceil##suffix(x)); }                     \
  inline unsigned int __##from_name##2uint_rn(from x) { return softhip::to_integer<unsigned int>(rint##suffix(x)); }  \
  inline unsigned int __##from_name##2uint_rz(from x) { return softhip::to_integer<unsigned int>(trunc##suffix(x)); } \
  inline unsigned int __##from_name##2uint_rd(from x) { return softhip::to_integer<unsigned int>(floor##suffix(x)); } \
  inline unsigned int __##from_name##2uint_ru(from x) { return softhip::to_integer<unsigned int>(ceil##suffix(x)); }  \
  inline long long __##from_name##2ll_rn(from x) { return softhip::to_integer<long long>(rint##suffix(x)); }          \
  inline long long __##from_name##2ll_rz(from x) { return softhip::to_integer<long long>(trunc##suffix(x)); }
SOFTHIP_CONVERSIONS(float, float, f)
SOFTHIP_CONVERSIONS(double, double, )
#undef SOFTHIP_CONVERSIONS
inline float __int2float_rn(int x) { return static_cast<float>(x); }
inline float __uint2float_rn(unsigned int x) { return static_cast<float>(x); }
inline float __ll2float_rn(long long x) { return static_cast<float>(x); }
inline float __ull2float_rn(unsigned long long x) { return static_cast<float>(x); }
inline double __int2double_rn(int x) { return x; }
inline double __uint2double_rn(unsigned int x) { return x; }
inline double __ll2double_rn(long long x) { return static_cast<double>(x); }
inline float __double2float_rn(double x) { return static_cast<float>(x); }
