// copies [up|down [CALL]]: every call that copies between host memory and an array, in either direction. What is around
// the copied bytes does not change.
#include "shape.h"

using namespace shape;

namespace {

struct Ends {
  hipArray_t array;
  unsigned char* host;
  bool up;
  hipStream_t stream;

  hipMemcpyKind kind() const { return up ? hipMemcpyHostToDevice : hipMemcpyDeviceToHost; }
};

hipMemcpy3DParms parms3d(const Ends& e) {
  hipMemcpy3DParms p = {};
  const hipPitchedPtr host = {e.host, kPitch, kPitch, 5};
  const hipPos at = {kX / kElement, kY, kZ}, host_at = {kHostX, 1, 1};
  if (e.up) {
    p.srcPtr = host;
    p.srcPos = host_at;
    p.dstArray = e.array;
    p.dstPos = at;
  } else {
    p.srcArray = e.array;
    p.srcPos = at;
    p.dstPtr = host;
    p.dstPos = host_at;
  }
  p.extent = {kBytes / kElement, kRows, kSlices};
  p.kind = e.kind();
  return p;
}

// The members that both descriptions have. `host_` and `array_` are its two sides.
#define DESCRIBE(p, host_, array_, base)       \
  do {                                         \
    p.host_##MemoryType = hipMemoryTypeHost;   \
    p.host_##Host = base;                      \
    p.host_##XInBytes = kHostX;                \
    p.host_##Y = 1;                            \
    p.host_##Pitch = kPitch;                   \
    p.array_##MemoryType = hipMemoryTypeArray; \
    p.array_##Array = e.array;                 \
    p.array_##XInBytes = kX;                   \
    p.array_##Y = kY;                          \
    p.WidthInBytes = kBytes;                   \
    p.Height = kRows;                          \
  } while (0)

HIP_MEMCPY3D driver3d(const Ends& e) {
  HIP_MEMCPY3D p = {};
  if (e.up) {
    DESCRIBE(p, src, dst, e.host);
  } else {
    DESCRIBE(p, dst, src, e.host);
  }
  p.srcZ = p.dstZ = 1;
  (e.up ? p.srcHeight : p.dstHeight) = 5;
  p.Depth = kSlices;
  return p;
}

hip_Memcpy2D driver2d(const Ends& e) {
  hip_Memcpy2D p = {};
  if (e.up) {
    DESCRIBE(p, src, dst, e.host + 5 * kPitch);
  } else {
    DESCRIBE(p, dst, src, e.host + 5 * kPitch);
  }
  return p;
}

unsigned char* window(const Ends& e) { return e.host + in_host(0, 0); }

enum Kind { kRun1, kBox2, kBox3 };

struct Call {
  const char* name;
  Kind kind;
  bool up, down;
  hipError_t (*issue)(const Ends&);

  bool async() const { return strstr(name, "Async") != nullptr; }
  bool per_thread() const { return strstr(name, "_spt") != nullptr; }
  size_t depth() const { return kind == kBox3 ? kDepth : 1; }
};

#define UP(name, kind, ...) {#name, kind, true, false, [](const Ends& e) { return name(__VA_ARGS__); }}
#define DOWN(name, kind, ...) {#name, kind, false, true, [](const Ends& e) { return name(__VA_ARGS__); }}
#define BOTH(name, kind, describe)              \
  {#name, kind, true, true, [](const Ends& e) { \
     const auto p = describe(e);                \
     return name(&p);                           \
   }}
#define BOTH_ASYNC(name, kind, describe)        \
  {#name, kind, true, true, [](const Ends& e) { \
     const auto p = describe(e);                \
     return name(&p, e.stream);                 \
   }}
#define TO_BOX e.array, kX, kY, window(e), kPitch, kBytes, kRows, e.kind()
#define FROM_BOX window(e), kPitch, e.array, kX, kY, kBytes, kRows, e.kind()

const Call kCalls[] = {
    UP(hipMemcpy2DToArray, kBox2, TO_BOX),
    UP(hipMemcpy2DToArrayAsync, kBox2, TO_BOX, e.stream),
    UP(hipMemcpy2DToArray_spt, kBox2, TO_BOX),
    UP(hipMemcpy2DToArrayAsync_spt, kBox2, TO_BOX, e.stream),
    DOWN(hipMemcpy2DFromArray, kBox2, FROM_BOX),
    DOWN(hipMemcpy2DFromArrayAsync, kBox2, FROM_BOX, e.stream),
    DOWN(hipMemcpy2DFromArray_spt, kBox2, FROM_BOX),
    DOWN(hipMemcpy2DFromArrayAsync_spt, kBox2, FROM_BOX, e.stream),
    UP(hipMemcpyToArray, kRun1, e.array, kX, kY, window(e), kRun, e.kind()),
    UP(hipMemcpyHtoA, kRun1, e.array, kRow + kX, window(e), kRun),
    UP(hipMemcpyHtoAAsync, kRun1, e.array, kRow + kX, window(e), kRun, e.stream),
    DOWN(hipMemcpyFromArray, kRun1, window(e), e.array, kX, kY, kRun, e.kind()),
    DOWN(hipMemcpyFromArray_spt, kRun1, window(e), e.array, kX, kY, kRun, e.kind()),
    DOWN(hipMemcpyAtoH, kRun1, window(e), e.array, kRow + kX, kRun),
    DOWN(hipMemcpyAtoHAsync, kRun1, window(e), e.array, kRow + kX, kRun, e.stream),
    BOTH(hipMemcpyParam2D, kBox2, driver2d),
    BOTH_ASYNC(hipMemcpyParam2DAsync, kBox2, driver2d),
    BOTH(hipDrvMemcpy2DUnaligned, kBox2, driver2d),
    BOTH(hipMemcpy3D, kBox3, parms3d),
    BOTH_ASYNC(hipMemcpy3DAsync, kBox3, parms3d),
    BOTH(hipMemcpy3D_spt, kBox3, parms3d),
    BOTH_ASYNC(hipMemcpy3DAsync_spt, kBox3, parms3d),
    BOTH(hipDrvMemcpy3D, kBox3, driver3d),
    BOTH_ASYNC(hipDrvMemcpy3DAsync, kBox3, driver3d),
};

// Puts the copied bytes of one side where they belong on the other.
template <typename Move>
void move(const Call& call, Move&& one) {
  if (call.kind == kRun1) return one(in_array(0, 0, 0), in_host(0, 0), kRun);
  const size_t z = call.kind == kBox3 ? kZ : 0;
  for (size_t k = 0; k < (call.kind == kBox3 ? kSlices : 1); ++k) {
    for (size_t j = 0; j < kRows; ++j) one(in_array(k, j, z), in_host(k, j), kBytes);
  }
}

void copy(const Call& call, bool up, unsigned salt, hipStream_t stream) {
  hipArray_t array = make(call.depth(), salt);
  Bytes host = filled_bytes(kHostSize, salt + 100), inside = filled_bytes(call.depth() * kSlice, salt);
  Bytes host_before = host;
  TRY(call.issue({array, host.data(), up, call.per_thread() ? nullptr : stream}));
  if (call.async()) TRY(hipStreamSynchronize(call.per_thread() ? hipStreamPerThread : stream));
  move(call, [&](size_t at, size_t host_at, size_t size) {
    if (up) memcpy(&inside[at], &host_before[host_at], size);
    if (!up) memcpy(&host_before[host_at], &inside[at], size);
  });
  EXPECT(host == host_before);
  if (up) EXPECT(read_all(array, call.depth()) == inside);
  destroy(array, salt);
}

}  // namespace

int main(int argc, char** argv) {
  const char* way = argc > 1 ? argv[1] : "";
  const char* name = argc > 2 ? argv[2] : "";
  hipStream_t stream;
  TRY(hipStreamCreate(&stream));
  unsigned salt = 0;
  for (const Call& call : kCalls) {
    salt += 2;
    if (*name && strcmp(name, call.name) != 0) continue;
    if (call.up && strcmp(way, "down") != 0) copy(call, true, salt, stream);
    if (call.down && strcmp(way, "up") != 0) copy(call, false, salt + 1, stream);
  }
  TRY(hipStreamDestroy(stream));
  return done();
}
