// Device functions of mathematics that <math.h> does not have. __expf and its kin are as exact as expf.
#pragma once

#include <hip/hip_runtime_api.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <cmath>

// glibc declares functions of some of these names without defining them, so here they are macros.
#define __expf(x) expf(x)
#define __exp10f(x) exp10f(x)
#define __logf(x) logf(x)
#define __log2f(x) log2f(x)
#define __log10f(x) log10f(x)
#define __powf(x, y) powf(x, y)
#define __sinf(x) sinf(x)
#define __cosf(x) cosf(x)
#define __tanf(x) tanf(x)
#define __sincosf(x, s, c) sincosf(x, s, c)
#define __saturatef(x) softhip::saturate(x)

namespace softhip {

inline float saturate(float x) { return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f; }  // NaN gives 0

template <class To, class From>
inline To bits(From value) {
  static_assert(sizeof(To) == sizeof(From), "sizes differ");
  To result;
  memcpy(&result, &value, sizeof(To));
  return result;
}

constexpr double kPi = 3.14159265358979323846;

}  // namespace softhip

inline float rsqrtf(float x) { return 1.0f / sqrtf(x); }
inline double rsqrt(double x) { return 1.0 / sqrt(x); }
inline float rcbrtf(float x) { return 1.0f / cbrtf(x); }
inline double rcbrt(double x) { return 1.0 / cbrt(x); }
inline float __frsqrt_rn(float x) { return 1.0f / sqrtf(x); }
inline float __frcp_rn(float x) { return 1.0f / x; }
inline float __fsqrt_rn(float x) { return sqrtf(x); }
inline float __fadd_rn(float x, float y) { return x + y; }
inline float __fsub_rn(float x, float y) { return x - y; }
inline float __fmul_rn(float x, float y) { return x * y; }
inline float __fdiv_rn(float x, float y) { return x / y; }
inline float __fdividef(float x, float y) { return x / y; }
inline float fdividef(float x, float y) { return x / y; }
inline float __fmaf_rn(float x, float y, float z) { return fmaf(x, y, z); }
inline double __dadd_rn(double x, double y) { return x + y; }
inline double __dsub_rn(double x, double y) { return x - y; }
inline double __dmul_rn(double x, double y) { return x * y; }
inline double __ddiv_rn(double x, double y) { return x / y; }
inline double __drcp_rn(double x) { return 1.0 / x; }
inline double __dsqrt_rn(double x) { return sqrt(x); }
inline double __fma_rn(double x, double y, double z) { return fma(x, y, z); }

inline float sinpif(float x) { return static_cast<float>(sin(softhip::kPi * fmod(static_cast<double>(x), 2.0))); }
inline float cospif(float x) { return static_cast<float>(cos(softhip::kPi * fmod(static_cast<double>(x), 2.0))); }
inline double sinpi(double x) { return sin(softhip::kPi * fmod(x, 2.0)); }
inline double cospi(double x) { return cos(softhip::kPi * fmod(x, 2.0)); }
inline void sincospif(float x, float* s, float* c) { *s = sinpif(x), *c = cospif(x); }
inline void sincospi(double x, double* s, double* c) { *s = sinpi(x), *c = cospi(x); }
inline float normcdff(float x) { return 0.5f * erfcf(-x * static_cast<float>(M_SQRT1_2)); }
inline double normcdf(double x) { return 0.5 * erfc(-x * M_SQRT1_2); }
inline float rhypotf(float x, float y) { return 1.0f / hypotf(x, y); }
inline double rhypot(double x, double y) { return 1.0 / hypot(x, y); }
inline float norm3df(float x, float y, float z) { return sqrtf(x * x + y * y + z * z); }
inline float rnorm3df(float x, float y, float z) { return 1.0f / norm3df(x, y, z); }
inline float norm4df(float x, float y, float z, float w) { return sqrtf(x * x + y * y + z * z + w * w); }
inline double norm3d(double x, double y, double z) { return sqrt(x * x + y * y + z * z); }

#define SOFTHIP_MIN_MAX(type)                                         \
  inline constexpr type min(type x, type y) { return y < x ? y : x; } \
  inline constexpr type max(type x, type y) { return x < y ? y : x; }
SOFTHIP_MIN_MAX(int)
SOFTHIP_MIN_MAX(unsigned int)
SOFTHIP_MIN_MAX(long)
SOFTHIP_MIN_MAX(unsigned long)
SOFTHIP_MIN_MAX(long long)
SOFTHIP_MIN_MAX(unsigned long long)
#undef SOFTHIP_MIN_MAX
inline constexpr unsigned int min(int x, unsigned int y) { return min(static_cast<unsigned int>(x), y); }
inline constexpr unsigned int min(unsigned int x, int y) { return min(x, static_cast<unsigned int>(y)); }
inline constexpr unsigned int max(int x, unsigned int y) { return max(static_cast<unsigned int>(x), y); }
inline constexpr unsigned int max(unsigned int x, int y) { return max(x, static_cast<unsigned int>(y)); }
inline float min(float x, float y) { return fminf(x, y); }
inline float max(float x, float y) { return fmaxf(x, y); }
inline double min(double x, double y) { return fmin(x, y); }
inline double max(double x, double y) { return fmax(x, y); }
inline double min(float x, double y) { return fmin(x, y); }
inline double min(double x, float y) { return fmin(x, y); }
inline double max(float x, double y) { return fmax(x, y); }
inline double max(double x, float y) { return fmax(x, y); }
using std::abs;
