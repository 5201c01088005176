// declarations.hip - the ways to write a kernel: templates, namespaces, linkage, unnamed parameters, lambdas, packs.
#include <type_traits>
#include <vector>

#include "check.h"

namespace outer {
namespace inner {
__global__ void in_namespace(int* out) { *out = 1; }
}  // namespace inner
__global__ void defined_elsewhere(int* out);
}  // namespace outer
__global__ void outer::defined_elsewhere(int* out) { *out = 2; }

namespace {
__global__ void anonymous(int* out) { *out = 3; }
}  // namespace

static __global__ void internal(int* out, int = 0) { *out = 4; }
extern "C" __global__ void plain(int* out) { *out = 5; }
extern "C" {
void __global__ between(int* out) { *out = 6; }
}
inline __global__ void inlined(int* out) { *out = 7; }

template <class T, int N, bool = true>
__global__ void templated(T* out, const T (&)[1], int (*)(int) = nullptr);
template <class T, int N>
__global__ void __launch_bounds__(N * 2, 1) sized(T* __restrict__ out, const T add) {
  *out = N + add;
}
template <>
__global__ void sized<int, 8>(int* __restrict__ out, const int) {
  *out = 88;
}
template <class... Ts>
__global__ void pack(int* out, Ts... values) {
  *out = (0 + ... + (int)values);
}
template <typename F>
__global__ void apply(F f, int* out) {
  f(out);
}
template <template <class> class Box, class T, std::enable_if_t<std::is_integral<T>::value, int> = 0>
__global__ void boxed(Box<T> box, int* out) {
  *out = box.value;
}
template <class T>
struct Box {
  T value;
};
template __global__ void sized<float, 3>(float*, const float);

// Overloads are other kernels.
__global__ void overloaded(int* out, int) { *out = 10; }
__global__ void overloaded(int* out, float) { *out = 11; }

struct Node {
  int* out;
  char pad[3];
  struct {
    short a[5];
    double d;
  } inside;
};
__global__ void by_value(char c, Node node, short s, float4 v, long long l) {
  *node.out = c + node.inside.a[4] + (int)node.inside.d + s + (int)v.w + (int)l;
}

__global__ void none() {}
__global__ void unnamed(int*, float, const int*) {}

__device__ __host__ int twice(int x) { return 2 * x; }
struct Functor {
  int add;
  __device__ __host__ void operator()(int* out) const { *out = twice(add); }
};

__device__ __noinline__ int called(int x) { return x + (int)blockDim.x; }
__device__ __forceinline__ int forced(int x) { return called(x) * 2; }
__global__ void calls(int* out) { *out = forced(1); }

template <class K, class... A>
static int result(int* out, K kernel, A... arguments) {
  int seen = -1;
  kernel<<<1, 1>>>(arguments...);
  TRY(hipGetLastError());
  TRY(hipMemcpy(&seen, out, sizeof(seen), hipMemcpyDeviceToHost));
  return seen;
}

int main() {
  int* out;
  TRY(hipMalloc(&out, 64));
  using namespace outer;
  EXPECT(result(out, inner::in_namespace, out) == 1);
  EXPECT(result(out, outer::defined_elsewhere, out) == 2);
  EXPECT(result(out, anonymous, out) == 3);
  EXPECT(result(out, internal, out, 0) == 4);
  EXPECT(result(out, plain, out) == 5);
  EXPECT(result(out, between, out) == 6);
  EXPECT(result(out, inlined, out) == 7);
  EXPECT(result(out, sized<int, 5>, out, 4) == 9);
  EXPECT(result(out, sized<int, 8>, out, 4) == 88);
  EXPECT(result(out, pack<int, char, double>, out, 1, (char)2, 3.5) == 6);
  EXPECT(result(out, pack<>, out) == 0);
  EXPECT(result(out, apply<Functor>, Functor{21}, out) == 42);
  EXPECT(result(out, (void (*)(int*, int))overloaded, out, 1) == 10);
  EXPECT(result(out, (void (*)(int*, float))overloaded, out, 1.0f) == 11);
  EXPECT(result(out, calls, out) == 4);

  int seen = 0;
  const int captured = 40;
  auto lambda = [=] __device__(int* at) { *at = captured + 1; };
  apply<<<dim3(1), dim3(1)>>>(lambda, out);  // the template's argument is deduced
  TRY(hipMemcpy(&seen, out, 4, hipMemcpyDeviceToHost));
  EXPECT(seen == 41);
  boxed<<<1, 1>>>(Box<short>{17}, out);
  TRY(hipMemcpy(&seen, out, 4, hipMemcpyDeviceToHost));
  EXPECT(seen == 17);
  Node node = {out, {}, {{1, 2, 3, 4, 5}, 6.0}};
  by_value<<<1, 1>>>(1, node, 2, make_float4(0, 0, 0, 3), 4);
  TRY(hipMemcpy(&seen, out, 4, hipMemcpyDeviceToHost));
  EXPECT(seen == 1 + 5 + 6 + 2 + 3 + 4);
  none<<<1, 1>>>();
  unnamed<<<1, 1>>>(out, 1.0f, nullptr);
  void (*pointer)(int*) = plain;
  std::vector<dim3> sizes(2, dim3(1));
  (*pointer)<<<sizes[0],  // over two lines
               sizes[1]>>>(out);
  TRY(hipMemcpy(&seen, out, 4, hipMemcpyDeviceToHost));
  EXPECT(seen == 5);
  if (seen < 6)
    hipLaunchKernelGGL(HIP_KERNEL_NAME(sized<int, 6>), dim3(1), dim3(1), 0, 0, out, 1);
  else
    none<<<1, 1>>>();
  void* arguments[] = {&out};
  TRY(hipLaunchKernel((const void*)inner::in_namespace, dim3(1), dim3(1), arguments, 0, 0));
  TRY(hipMemcpy(&seen, out, 4, hipMemcpyDeviceToHost));
  EXPECT(seen == 1);
  return done();
}
