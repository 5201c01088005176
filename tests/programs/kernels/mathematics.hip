// mathematics.hip - device functions give what the host's mathematics gives.
#include <hip/hip_fp16.h>

#include "check.h"

__global__ void floats(const float* in, float* out) {
  const float x = in[threadIdx.x];
  float* mine = out + threadIdx.x * 16;
  mine[0] = __expf(x);
  mine[1] = rsqrtf(x);
  mine[2] = __fdividef(x, 3.0f);
  mine[3] = fmaf(x, x, 1.0f);
  mine[4] = min(x, 2.0f) + max(x, 2.0f);
  mine[5] = __saturatef(x - 1.0f);
  mine[6] = __sinf(x) + cosf(x);
  mine[7] = __powf(x, 1.5f);
  mine[8] = __frcp_rn(x);
  mine[9] = __log2f(x) + logf(x);
  mine[10] = (float)sinpi((double)x);
  mine[11] = __int_as_float(__float_as_int(x));
  mine[12] = abs(-x) + fabsf(-x);
  mine[13] = (float)pow((double)x, 2.0) + tanhf(x) + erff(x);
  float s, c;
  sincosf(x, &s, &c);
  mine[14] = s * s + c * c;
  mine[15] = floorf(x) + rintf(x) + truncf(-x);
}

__global__ void integers(unsigned* out) {
  out[0] = __popc(0xf0f0u) + __popcll(~0ull);
  out[1] = __clz(1) + __clz(0) + __clzll(1);
  out[2] = __ffs(8) + __ffs(0) + __ffsll(1ll << 40);
  out[3] = __brev(1u);
  out[4] = __mul24(-3, 5) + 100;
  out[5] = __umulhi(0x80000000u, 6u);
  out[6] = (unsigned)__mulhi(-2, 1 << 30);
  out[7] = __byte_perm(0x33221100u, 0x77665544u, 0x7531);
  out[8] = __funnelshift_l(0x80000000u, 1u, 1);
  out[9] = (unsigned)(__umul64hi(1ull << 63, 4) + __hadd(5, 8) + __usad(3, 9, 1));
  out[10] = (unsigned)__float2int_rn(2.5f) + __float2int_rz(-1.9f) + __float2int_ru(1.1f) + __double2int_rd(-0.5);
  out[11] = (unsigned)max(3u, 4) + min(-1, 2);
  out[12] = __float2int_rn(1e20f) == 0x7fffffff && __float2uint_rn(-5.0f) == 0;
  out[13] = (unsigned)(__brevll(2ull) >> 62);
}

__global__ void vectors(float4* out, int2* ints) {
  float4 a = make_float4(1, 2, 3, 4), b = {4, 3, 2, 1};
  a += b * 2.0f;
  a = a - make_float4(1, 1, 1, 1);
  a *= 0.5f;
  out[0] = -a;
  out[1] = 1.0f / b;
  int2 i = make_int2(5, 6);
  i = (i << 1) + 1;
  i.y = i == make_int2(11, 13);
  *ints = i;
}

__global__ void halves(float* out) {
  const __half a = __float2half(1.5f), b = __float2half(2.25f);
  const __half2 two = __hfma2(__half2half2(a), __half2half2(b), __floats2half2_rn(1.0f, 2.0f));
  out[0] = __half2float(__hadd(a, b));
  out[1] = __half2float(a * b - a / b);
  out[2] = __low2float(two);
  out[3] = __high2float(two);
  out[4] = __hgt(b, a) && b > a;
  out[5] = __half2float(__float2half(65536.0f));
  out[6] = __half_as_ushort(__float2half(1.0f));
}

int main() {
  const int n = 40;
  float host[n], seen[n * 16];
  float *in, *out;
  for (int i = 0; i < n; ++i) host[i] = 0.1f + i * 0.37f;
  TRY(hipMalloc(&in, sizeof(host)));
  TRY(hipMalloc(&out, sizeof(seen)));
  TRY(hipMemcpy(in, host, sizeof(host), hipMemcpyHostToDevice));
  floats<<<1, n>>>(in, out);
  TRY(hipMemcpy(seen, out, sizeof(seen), hipMemcpyDeviceToHost));
  for (int i = 0; i < n; ++i) {
    const double x = host[i];
    const double expected[16] = {exp(x),
                                 1 / sqrt(x),
                                 x / 3,
                                 x * x + 1,
                                 x + 2,
                                 x < 1   ? 0
                                 : x > 2 ? 1
                                         : x - 1,
                                 sin(x) + cos(x),
                                 pow(x, 1.5),
                                 1 / x,
                                 log2(x) + log(x),
                                 sin(M_PI * x),
                                 x,
                                 2 * x,
                                 x * x + tanh(x) + erf(x),
                                 1,
                                 floor(x) + rint(x) + trunc(-x)};
    for (int k = 0; k < 16; ++k) EXPECT(fabs(seen[i * 16 + k] - expected[k]) <= 1e-5 * (1 + fabs(expected[k])));
  }

  unsigned ints[14];
  integers<<<1, 1>>>((unsigned*)out);
  TRY(hipMemcpy(ints, out, sizeof(ints), hipMemcpyDeviceToHost));
  const unsigned expected[14] = {8 + 64, 31 + 32 + 63, 4 + 0 + 41,    0x80000000u, 85, 3, 0xffffffffu, 0x77553311u,
                                 3,      2 + 6 + 7,    2 - 1 + 2 - 1, 4 - 1,       1,  1};
  for (int k = 0; k < 14; ++k) EXPECT(ints[k] == expected[k]);

  vectors<<<1, 1>>>((float4*)out, (int2*)(out + 8));
  TRY(hipMemcpy(seen, out, 40, hipMemcpyDeviceToHost));
  EXPECT(seen[0] == -4 && seen[1] == -3.5f && seen[2] == -3 && seen[3] == -2.5f);
  EXPECT(seen[4] == 0.25f && seen[7] == 1);
  EXPECT(((int*)seen)[8] == 11 && ((int*)seen)[9] == 1);

  halves<<<1, 1>>>(out);
  TRY(hipMemcpy(seen, out, 28, hipMemcpyDeviceToHost));
  EXPECT(seen[0] == 3.75f && fabsf(seen[1] - (3.375f - 0.6665f)) < 2e-3f);
  EXPECT(seen[2] == 4.375f && seen[3] == 5.375f && seen[4] == 1 && isinf(seen[5]) && seen[6] == 0x3c00);
  return done();
}
