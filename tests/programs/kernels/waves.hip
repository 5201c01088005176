// waves.hip - what lanes of a wave do together: shuffles, votes, groups, also where lanes go different ways.
#include <hip/hip_cooperative_groups.h>

#include "check.h"

namespace cg = cooperative_groups;

__device__ int wave_sum(int value) {
  for (int offset = warpSize / 2; offset > 0; offset /= 2) value += __shfl_down(value, offset);
  return __shfl(value, 0);
}

__global__ void sums(const int* in, int* out, double* doubles) {
  __shared__ int partial[16];
  const int lane = threadIdx.x % warpSize, wave = threadIdx.x / warpSize;
  const int sum = wave_sum(in[blockIdx.x * blockDim.x + threadIdx.x]);
  if (lane == 0) partial[wave] = sum;
  __syncthreads();
  if (wave == 0) {  // the other waves are gone by then
    int value = lane < (int)blockDim.x / warpSize ? partial[lane] : 0;
    value = wave_sum(value);
    if (lane == 0) out[blockIdx.x] = value;
  }
  double x = lane * 0.5;
  for (int mask = 1; mask < warpSize; mask *= 2) x += __shfl_xor(x, mask);
  if (threadIdx.x == 0) doubles[blockIdx.x] = x;
}

struct Pair {
  int a;
  double b;
  char c[9];
};

__global__ void shuffles(int* out) {
  const int lane = threadIdx.x % 64;
  int* mine = out + threadIdx.x * 8;
  mine[0] = __shfl_up(lane, 3);
  mine[1] = __shfl_down(lane, 5, 16);
  mine[2] = __shfl_xor(lane, 9, 32);
  mine[3] = __shfl(lane, 70, 8);
  Pair pair{lane, lane * 2.0, {}};
  pair.c[8] = (char)lane;
  pair = __shfl(pair, 63 - lane);
  mine[4] = pair.a + (int)pair.b + pair.c[8];
  mine[5] = __popcll(__ballot(lane % 3 == 0)) + 100 * __any(lane == 63) + 1000 * __all(lane < 64);
  // Each half of the wave goes its own way, and they meet again.
  if (lane < 32) {
    mine[6] = __popcll(__ballot(1));
  } else {
    mine[6] = 1000 + __popcll(__activemask());
  }
  mine[7] = __popcll(__ballot(1));
}

__global__ void loops(int* out) {
  // Lanes leave the loop one after the other; those inside see only each other.
  int seen = 0;
  for (unsigned i = 0; i <= threadIdx.x % 8; ++i) seen += __popcll(__ballot(1));
  out[threadIdx.x] = seen * 100 + __popcll(__ballot(1));
}

__global__ void groups(int* out) {
  const auto block = cg::this_thread_block();
  const auto tile = cg::tiled_partition<16>(block);
  int value = tile.thread_rank();
  for (int offset = tile.size() / 2; offset > 0; offset /= 2) value += tile.shfl_down(value, offset);
  value = tile.shfl(value, 0);
  const unsigned long long odd = tile.ballot(tile.thread_rank() % 2);
  int rank = -1;
  if (threadIdx.x % 5 == 2) {
    const auto here = cg::coalesced_threads();
    rank = here.thread_rank() * 100 + here.size();
  }
  block.sync();
  out[block.thread_rank() * 4] = value;
  out[block.thread_rank() * 4 + 1] = (int)odd;
  out[block.thread_rank() * 4 + 2] = rank;
  out[block.thread_rank() * 4 + 3] = tile.meta_group_rank() * 100 + tile.meta_group_size();
}

int main() {
  const int threads = 256, blocks = 3;
  int host[threads * 8], sum[blocks] = {}, seen[blocks];
  double doubles[blocks];
  int *in, *out;
  double* dout;
  for (int i = 0; i < threads * blocks; ++i) sum[i / threads] += host[i] = i * i % 97;
  TRY(hipMalloc(&in, sizeof(host)));
  TRY(hipMalloc(&out, sizeof(host)));
  TRY(hipMalloc(&dout, sizeof(doubles)));
  TRY(hipMemcpy(in, host, sizeof(host), hipMemcpyHostToDevice));
  sums<<<blocks, threads>>>(in, out, dout);
  TRY(hipMemcpy(seen, out, sizeof(seen), hipMemcpyDeviceToHost));
  TRY(hipMemcpy(doubles, dout, sizeof(doubles), hipMemcpyDeviceToHost));
  for (int i = 0; i < blocks; ++i) {
    EXPECT(seen[i] == sum[i]);
    EXPECT(doubles[i] == 63 * 64 / 2 * 0.5);
  }

  shuffles<<<1, 128>>>(out);
  TRY(hipMemcpy(host, out, 128 * 8 * sizeof(int), hipMemcpyDeviceToHost));
  for (int t = 0; t < 128; ++t) {
    const int lane = t % 64, *mine = host + t * 8;
    EXPECT(mine[0] == (lane < 3 ? lane : lane - 3));
    EXPECT(mine[1] == (lane % 16 + 5 >= 16 ? lane : lane + 5));
    EXPECT(mine[2] == (lane ^ 9));
    EXPECT(mine[3] == lane / 8 * 8 + 70 % 8);
    EXPECT(mine[4] == (63 - lane) * 4);
    EXPECT(mine[5] == 22 + 100 + 1000);
    EXPECT(mine[6] == (lane < 32 ? 32 : 1032));
    EXPECT(mine[7] == 64);
  }

  loops<<<1, 64>>>(out);
  TRY(hipMemcpy(host, out, 64 * sizeof(int), hipMemcpyDeviceToHost));
  for (int t = 0; t < 64; ++t) {
    int expected = 0;
    for (int i = 0; i <= t % 8; ++i) expected += 64 - 8 * i;
    EXPECT(host[t] == expected * 100 + 64);
  }

  groups<<<1, 80>>>(out);
  TRY(hipMemcpy(host, out, 80 * 4 * sizeof(int), hipMemcpyDeviceToHost));
  for (int t = 0; t < 80; ++t) {
    EXPECT(host[t * 4] == 120);
    EXPECT(host[t * 4 + 1] == 0xaaaa);
    const int wave = t / 64 * 64, last = wave == 0 ? 64 : 80;
    int rank = 0, size = 0;
    for (int i = wave; i < last; ++i) {
      rank += i % 5 == 2 && i < t;
      size += i % 5 == 2;
    }
    EXPECT(host[t * 4 + 2] == (t % 5 == 2 ? rank * 100 + size : -1));
    EXPECT(host[t * 4 + 3] == t / 16 * 100 + 5);
  }
  return done();
}
