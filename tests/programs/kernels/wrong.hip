// wrong.hip - an error in a kernel and one in host code.
#include <hip/hip_runtime.h>

__global__ void kernel(int* out) {
  extern __shared__ int tile[];
  *out = undeclared_on_line_6;
}

int main() {
  int* out = nullptr;
  kernel<<<1,  // over two lines
           1>>>(out);
  return undeclared_on_line_13;
}
