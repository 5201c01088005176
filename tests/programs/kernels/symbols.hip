// symbols.hip - device variables of every kind, by symbol.
#include "check.h"

__device__ int counter = 5, second[3] = {1, 2, 3};
static __device__ float internal = 1.5f;
__constant__ float coefficients[8];
static __constant__ __device__ int limits[2] = {10, 20};
namespace ns {
__device__ double inside;
}
namespace {
__device__ unsigned char hidden[100];
}
__managed__ int managed = 7;
static __managed__ float managed_array[4] = {1, 2, 3, 4};
struct Table {
  int rows[4];
};
__device__ Table table;

__global__ void use(float* out) {
  out[0] = counter + second[2];
  out[1] = internal;
  out[2] = coefficients[3];
  out[3] = limits[1];
  out[4] = (float)ns::inside;
  out[5] = hidden[42];
  out[6] = table.rows[2];
  counter += 100;
  managed += 1;
  managed_array[2] *= 10;
}

int main() {
  float* out;
  float seen[7];
  const float values[8] = {0, 0, 0, 33};
  const double inside = 44;
  TRY(hipMalloc(&out, sizeof(seen)));
  TRY(hipMemcpyToSymbol(HIP_SYMBOL(coefficients), values, sizeof(values)));
  TRY(hipMemcpyToSymbol(ns::inside, &inside, sizeof(inside)));
  unsigned char byte = 55;
  TRY(hipMemcpyToSymbol(hidden, &byte, 1, 42));
  void* address;
  size_t size;
  TRY(hipGetSymbolAddress(&address, HIP_SYMBOL(table)));
  TRY(hipGetSymbolSize(&size, table));
  EXPECT(size == sizeof(Table));
  const int row = 66;
  TRY(hipMemcpy((int*)address + 2, &row, sizeof(row), hipMemcpyHostToDevice));
  managed += 10;
  use<<<1, 1>>>(out);
  TRY(hipMemcpy(seen, out, sizeof(seen), hipMemcpyDeviceToHost));
  const float expected[] = {8, 1.5f, 33, 20, 44, 55, 66};
  EXPECT(memcmp(seen, expected, sizeof(seen)) == 0);
  EXPECT(managed == 18);
  EXPECT(managed_array[2] == 30 && managed_array[3] == 4);
  int count = 0;
  hipStream_t stream;
  TRY(hipStreamCreate(&stream));
  TRY(hipMemcpyFromSymbolAsync(&count, counter, sizeof(count), 0, hipMemcpyDeviceToHost, stream));
  TRY(hipStreamSynchronize(stream));
  EXPECT(count == 105);
  TRY(hipMemcpyFromSymbol(&count, second, sizeof(int), sizeof(int)));
  EXPECT(count == 2);

  FAILS_WITH(hipErrorInvalidValue, hipMemcpyToSymbol(counter, &count, 5));
  FAILS_WITH(hipErrorInvalidValue, hipMemcpyToSymbol(hidden, &count, 2, 99));
  FAILS_WITH(hipErrorInvalidMemcpyDirection, hipMemcpyToSymbol(counter, &count, 4, 0, hipMemcpyDeviceToHost));
  FAILS_WITH(hipErrorInvalidSymbol, hipGetSymbolAddress(&address, (const void*)&count));
  FAILS_WITH(hipErrorInvalidSymbol, hipGetSymbolAddress(&address, (const void*)nullptr));
  return done();
}
