// functions.hip - device functions, methods, operators and variables in the places where C++ has them.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <type_traits>

#include "check.h"

#define QUALIFIED __host__ __device__ __forceinline__
#define KERNEL(name, value) \
  __global__ void name(int* out) { *out = value; }

KERNEL(made_by_a_macro, 31)

template <typename T>
struct Vec {
  T x, y;
  __host__ __device__ Vec(T a = 0, T b = 0) : x(a), y(b) {}
  QUALIFIED Vec operator+(const Vec& o) const { return Vec(x + o.x, y + o.y); }
  __device__ T dot(const Vec& o) const;
  static __device__ int count() { return 2; }
  friend __device__ Vec operator*(T s, const Vec& v) { return Vec(s * v.x, s * v.y); }
  __device__ explicit operator bool() const { return x != 0 || y != 0; }
};
template <typename T>
__device__ T Vec<T>::dot(const Vec& o) const {
  return x * o.x + y * o.y;
}

struct Holder {
  static __device__ int member;
  static constexpr int kConstant = 5;
  enum { kOther = 6 };
};
__device__ int Holder::member = 9;

__device__ constexpr int kTable[2][3] = {{1, 2, 3}, {4, 5, 6}};
__device__ int grid_of[2][3] = {{1, 2, 3}, {4, 5, 6}};
__constant__ float scale_factor = 2.0f;
__device__ int* pointer_variable;
__device__ unsigned long long int counter64 = 1ull << 40;
__device__ struct Named {
  int a;
} named = {4};
template <int N>
__device__ int recursive(int x) {
  if constexpr (N == 0) {
    return x;
  } else {
    return recursive<N - 1>(x + N);
  }
}
__device__ int plus_one(int x) { return x + 1; }
__device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
__device__ const char* text() { return "text"; }
__device__ auto deduced(int a) { return a * 2.5; }
__device__ auto trailing(int a) -> long { return a; }
template <class F>
__device__ int call(F f, int x) {
  return f(x);
}

__global__ void everything(long* out, int n) {
  Vec<int> a(1, 2), b = a + Vec<int>{3, 4};
  out[0] = (2 * b).dot(a) + Vec<float>::count();  // (8, 12) . (1, 2) + 2
  out[1] = Holder::member + Holder::kConstant + Holder::kOther;
  out[2] = kTable[1][2] + grid_of[n][1] + (int)scale_factor;
  pointer_variable = &grid_of[0][0];
  out[3] = pointer_variable[4];
  out[4] = (long)(++counter64 >> 40) + named.a;
  out[5] = recursive<4>(1) + fibonacci(10);
  int (*function)(int) = n > 0 ? plus_one : fibonacci;
  out[6] = function(7) + call([=](int x) { return x * n; }, 5) + call(plus_one, 1);
  out[7] = text()[n] + (long)deduced(2) + trailing(1);
  out[8] = (a ? 1 : 0) + std::max(n, 3) + static_cast<int>(std::sqrt(16.0f)) + (n << 3 >> 1) + (n < 5 && 7 > n);
  switch (n) {
    case 1:
      out[9] = sizeof(Vec<double>);
      break;
    default:
      out[9] = 0;
  }
  int local[64];
  for (int i = 0; i < 64; ++i) local[i] = i;
  out[10] = local[n + 60];
  goto end;
end:
  out[11] = 1;
}

// A launch in a template, of a kernel that is another template.
template <class T>
__global__ void fill_with(T* out, T value) {
  out[threadIdx.x] = value;
}
template <class T, int Threads>
struct Launcher {
  static void launch(T* out, T value) {
    if (value > 0) fill_with<T><<<dim3(1), Threads, 0, hipStream_t(0)>>>(out, value);
  }
};

int main() {
  long *out, seen[12];
  TRY(hipMalloc(&out, sizeof(seen)));
  everything<<<1, 1>>>(out, 1);
  TRY(hipMemcpy(seen, out, sizeof(seen), hipMemcpyDeviceToHost));
  const long expected[] = {34, 20, 13, 5, 5, 66, 15, 'e' + 5 + 1, 1 + 3 + 4 + 4 + 1, 16, 61, 1};
  for (int i = 0; i < 12; ++i) {
    if (seen[i] != expected[i]) fprintf(stderr, "%d: %ld, not %ld\n", i, seen[i], expected[i]);
    EXPECT(seen[i] == expected[i]);
  }
  int small[8];
  made_by_a_macro<<<1, 1>>>((int*)out);
  TRY(hipMemcpy(small, out, 4, hipMemcpyDeviceToHost));
  EXPECT(small[0] == 31);
  Launcher<int, 8>::launch((int*)out, 12);
  TRY(hipMemcpy(small, out, sizeof(small), hipMemcpyDeviceToHost));
  EXPECT(small[0] == 12 && small[7] == 12);
  int member = 0;
  TRY(hipMemcpyFromSymbol(&member, Holder::member, sizeof(int)));
  EXPECT(member == 9);
  return done();
}
