// A HIP library for the tests of replay alone: it does what it is told at once, on the host, and writes down every
// call.
//
// FAKE_HIP_LOG names the log: one line a call, "thread function argument...". Handles are reused as soon as they are
// destroyed, virtual memory is granted in blocks of 64 KiB, pageable and pinned memory are the host's own. Asynchronous
// copies to the host land when something waits for them, not before, and an event says so.
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <set>
#include <vector>

#define API extern "C" __attribute__((visibility("default")))

namespace {

using Word = unsigned long long;

constexpr size_t kBlock = 65536;

void note(const char* name, std::initializer_list<Word> words = {}) {
  // Opened anew each time: a process that loads this library once may name another log later.
  const char* path = getenv("FAKE_HIP_LOG");
  FILE* file = path ? fopen(path, "a") : nullptr;
  if (!file) return;
  fprintf(file, "%ld %s", syscall(SYS_gettid), name);
  for (Word word : words) fprintf(file, " %llx", word);
  fputc('\n', file);
  fclose(file);
}

template <class T>
Word word(T value) {
  return (Word)value;
}

// The lowest free number, so that a destroyed handle's value comes back at once.
std::set<Word> handles_in_use;
Word new_handle(Word base) {
  Word value = base;
  while (handles_in_use.count(value)) ++value;
  handles_in_use.insert(value);
  return value;
}

std::vector<std::function<void()>> late;
void land() {
  std::vector<std::function<void()>> work;
  work.swap(late);
  for (auto& copy : work) copy();
}

void copy_rows(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width, size_t height) {
  for (size_t row = 0; row < height; ++row)
    memcpy(static_cast<char*>(dst) + row * dpitch, static_cast<const char*>(src) + row * spitch, width);
}

struct Parms3D {  // hipMemcpy3DParms
  void* src_array;
  size_t src_pos[3];
  char* src;
  size_t src_pitch, src_xsize, src_ysize;
  void* dst_array;
  size_t dst_pos[3];
  char* dst;
  size_t dst_pitch, dst_xsize, dst_ysize;
  size_t width, height, depth;
  int kind;
};

struct Driver2D {  // hip_Memcpy2D
  size_t src_x, src_y;
  int src_type;
  char *src_host, *src_device;
  void* src_array;
  size_t src_pitch, dst_x, dst_y;
  int dst_type;
  char *dst_host, *dst_device;
  void* dst_array;
  size_t dst_pitch, width, height;
};

struct Driver3D {  // HIP_MEMCPY3D
  size_t src_x, src_y, src_z, src_lod;
  int src_type;
  char *src_host, *src_device;
  void* src_array;
  size_t src_pitch, src_height, dst_x, dst_y, dst_z, dst_lod;
  int dst_type;
  char *dst_host, *dst_device;
  void* dst_array;
  size_t dst_pitch, dst_height, width, height, depth;
};

void copy_3d(const Parms3D& p) {
  for (size_t z = 0; z < p.depth; ++z)
    copy_rows(p.dst + (p.dst_pos[2] + z) * p.dst_pitch * p.dst_ysize + p.dst_pos[1] * p.dst_pitch + p.dst_pos[0],
              p.dst_pitch,
              p.src + (p.src_pos[2] + z) * p.src_pitch * p.src_ysize + p.src_pos[1] * p.src_pitch + p.src_pos[0],
              p.src_pitch, p.width, p.height);
}

constexpr int kHost = 1;

void copy_driver_2d(const Driver2D& p) {
  const char* src = p.src_type == kHost ? p.src_host : p.src_device;
  char* dst = p.dst_type == kHost ? p.dst_host : p.dst_device;
  const size_t spitch = p.src_pitch ? p.src_pitch : p.src_x + p.width;
  const size_t dpitch = p.dst_pitch ? p.dst_pitch : p.dst_x + p.width;
  copy_rows(dst + p.dst_y * dpitch + p.dst_x, dpitch, src + p.src_y * spitch + p.src_x, spitch, p.width, p.height);
}

void copy_driver_3d(const Driver3D& p) {
  const char* src = p.src_type == kHost ? p.src_host : p.src_device;
  char* dst = p.dst_type == kHost ? p.dst_host : p.dst_device;
  for (size_t z = 0; z < p.depth; ++z)
    copy_rows(dst + ((p.dst_z + z) * p.dst_height + p.dst_y) * p.dst_pitch + p.dst_x, p.dst_pitch,
              src + ((p.src_z + z) * p.src_height + p.src_y) * p.src_pitch + p.src_x, p.src_pitch, p.width, p.height);
}

}  // namespace

API int hipGetDeviceCount(int* count) { return *count = 1, 0; }
API int hipGetDevice(int* device) { return *device = 0, 0; }
API int hipSetDevice(int device) {
  note("hipSetDevice", {word(device)});
  if (device == 66) abort();
  while (device == 67) pause();
  return device == 0 ? 0 : 101;
}
API int hipDeviceSynchronize() { return note("hipDeviceSynchronize"), land(), 0; }

API int hipMalloc(void** out, size_t size) { return note("hipMalloc", {size}), *out = malloc(size), *out ? 0 : 2; }
API int hipFree(void* address) { return note("hipFree", {word(address)}), free(address), 0; }
// FAKE_HIP_NO_VMM: a device that cannot map memory at an address.
API int hipMemGetAllocationGranularity(size_t* size, const void*, int) {
  return getenv("FAKE_HIP_NO_VMM") ? 801 : (*size = kBlock, 0);
}
API int hipMemAddressReserve(void** out, size_t size, size_t, void* address, unsigned long long) {
  while (getenv("FAKE_HIP_HANGS_IN_RESERVE")) pause();
  void* got = mmap(address, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  *out = got;
  return got == MAP_FAILED ? 2 : 0;
}
API int hipMemAddressFree(void* address, size_t size) { return munmap(address, size) ? 1 : 0; }
API int hrr_fresh_memory_is_zero() { return getenv("FAKE_HIP_FRESH_IS_ZERO") != nullptr; }
API int hipMemCreate(Word* handle, size_t size, const void*, unsigned long long) {
  note("hipMemCreate", {size});
  return *handle = new_handle(0x700), 0;
}
API int hipMemMap(void* address, size_t size, size_t, Word handle, unsigned long long) {
  note("hipMemMap", {word(address), size, handle});
  // Fresh memory holds a pattern, unless the library says that it is zero.
  if (mprotect(address, size, PROT_READ | PROT_WRITE)) return 1;
  if (!hrr_fresh_memory_is_zero()) memset(address, 0xA5, size);
  return 0;
}
API int hipMemSetAccess(void*, size_t, const int* desc, size_t) { return desc[0] == 1 && desc[2] == 3 ? 0 : 1; }
API int hipMemUnmap(void* address, size_t size) {
  note("hipMemUnmap", {word(address), size});
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE;
  return mmap(address, size, PROT_NONE, flags, -1, 0) == address ? 0 : 1;
}
API int hipMemRelease(Word handle) { return handles_in_use.erase(handle) ? 0 : 1; }
API int hipHostRegister(void* address, size_t size, unsigned) {
  return note("hipHostRegister", {word(address), size}), 0;
}
API int hipHostUnregister(void* address) { return note("hipHostUnregister", {word(address)}), 0; }

API int hipStreamCreate(Word* stream) { return *stream = new_handle(0x100), note("hipStreamCreate", {*stream}), 0; }
API int hipStreamCreateWithFlags(Word* stream, unsigned) { return *stream = new_handle(0x900), 0; }
API int hipStreamDestroy(Word stream) {
  note("hipStreamDestroy", {stream});
  return handles_in_use.erase(stream) ? 0 : 400;
}
API int hipStreamSynchronize(Word stream) { return note("hipStreamSynchronize", {stream}), land(), 0; }
API int hipEventCreate(Word* event) { return *event = new_handle(0x300), 0; }
API int hipEventCreateWithFlags(Word* event, unsigned) { return *event = new_handle(0x300), 0; }
API int hipEventDestroy(Word event) { return handles_in_use.erase(event) ? 0 : 400; }
API int hipEventRecord(Word event, Word stream) { return note("hipEventRecord", {event, stream}), 0; }
API int hipEventQuery(Word) { return late.empty() ? 0 : 600; }
API int hipEventSynchronize(Word event) { return note("hipEventSynchronize", {event}), land(), 0; }

API int hipMemset(void* dst, int value, size_t size) { return memset(dst, value, size), 0; }
API int hipMemsetAsync(void* dst, int value, size_t size, Word) {
  note("hipMemsetAsync", {word(dst), word(value), size});
  return memset(dst, value, size), 0;
}
struct Pitched {
  char* ptr;
  size_t pitch, xsize, ysize;
};
struct Extent {
  size_t width, height, depth;
};
API int hipMemset3D(Pitched p, int value, Extent extent) {
  note("hipMemset3D", {word(p.ptr), p.pitch, word(value), extent.width, extent.height, extent.depth});
  for (size_t z = 0; z < extent.depth; ++z)
    for (size_t y = 0; y < extent.height; ++y) memset(p.ptr + (z * p.ysize + y) * p.pitch, value, extent.width);
  return 0;
}

API int hipMemcpy(void* dst, const void* src, size_t size, int kind) {
  note("hipMemcpy", {word(dst), word(src), size, word(kind)});
  return memcpy(dst, src, size), 0;
}
API int hipMemcpyAsync(void* dst, const void* src, size_t size, int kind, Word stream) {
  note("hipMemcpyAsync", {word(dst), word(src), size, word(kind), stream});
  if (kind != 2) return memcpy(dst, src, size), 0;
  return late.push_back([=] { memcpy(dst, src, size); }), 0;
}
API int hipMemcpyHtoD(void* dst, const void* src, size_t size) { return memcpy(dst, src, size), 0; }
API int hipMemcpyDtoH(void* dst, const void* src, size_t size) { return memcpy(dst, src, size), 0; }
API int hipMemcpyHtoDAsync(void* dst, const void* src, size_t size, Word) { return memcpy(dst, src, size), 0; }
API int hipMemcpyDtoHAsync(void* dst, const void* src, size_t size, Word) {
  return late.push_back([=] { memcpy(dst, src, size); }), 0;
}
API int hipMemcpy2D(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width, size_t height, int) {
  if (dpitch < width || spitch < width) return 12;
  return copy_rows(dst, dpitch, src, spitch, width, height), 0;
}
API int hipMemcpy2DAsync(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width, size_t height,
                         int kind, Word) {
  return hipMemcpy2D(dst, dpitch, src, spitch, width, height, kind);
}
API int hipMemcpy3D(const Parms3D* p) { return copy_3d(*p), 0; }
API int hipMemcpy3DAsync(const Parms3D* p, Word) { return copy_3d(*p), 0; }
API int hipMemcpyParam2D(const Driver2D* p) { return copy_driver_2d(*p), 0; }
API int hipMemcpyParam2DAsync(const Driver2D* p, Word) { return copy_driver_2d(*p), 0; }
API int hipDrvMemcpy2DUnaligned(const Driver2D* p) { return copy_driver_2d(*p), 0; }
API int hipDrvMemcpy3D(const Driver3D* p) { return copy_driver_3d(*p), 0; }
API int hipDrvMemcpy3DAsync(const Driver3D* p, Word) { return copy_driver_3d(*p), 0; }

struct Config {  // HIP_LAUNCH_CONFIG
  unsigned grid[3], block[3], shared;
  Word stream;
  const unsigned char* attributes;
  unsigned attribute_count;
};
API int hipDrvLaunchKernelEx(const Config* config, Word function, void**, void**) {
  const unsigned last = config->attribute_count ? config->attributes[config->attribute_count * 72 - 1] : 0;
  note("hipDrvLaunchKernelEx",
       {function, config->grid[0], config->block[0], config->shared, config->stream, config->attribute_count, last});
  return 0;
}
API int hipModuleLaunchCooperativeKernel(Word function, unsigned gx, unsigned, unsigned, unsigned bx, unsigned,
                                         unsigned, unsigned shared, Word stream, void** params) {
  return note("hipModuleLaunchCooperativeKernel", {function, gx, bx, shared, stream, params ? 1ull : 0}), 0;
}
API int hipMemPoolCreate(Word* pool, const int* props) { return *pool = new_handle(0xB00), props[0] == 1 ? 0 : 1; }
API int hipMemPoolSetAttribute(Word pool, int attribute, const Word* value) {
  return note("hipMemPoolSetAttribute", {pool, word(attribute), *value}), 0;
}

API int hipModuleLoadData(Word* module, const void* image) {
  *module = new_handle(0x500);
  return note("hipModuleLoadData", {*module, word(*static_cast<const unsigned char*>(image))}), 0;
}
API int hipModuleUnload(Word module) { return handles_in_use.erase(module) ? 0 : 400; }
API int hipModuleGetFunction(Word* function, Word module, const char* name) {
  *function = module << 8 | static_cast<unsigned char>(name[0]);
  return note("hipModuleGetFunction", {*function, module}), 0;
}
API int hipModuleGetGlobal(void** address, size_t* size, Word, const char*) {
  static char variable[256];
  return *address = variable, *size = sizeof variable, 0;
}
API int hipModuleLaunchKernel(Word function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                              unsigned bz, unsigned shared, Word stream, void** params, void**) {
  // Shows the first argument as a word.
  const Word first = params ? *static_cast<Word*>(params[0]) : 0;
  note("hipModuleLaunchKernel", {function, gx, gy, gz, bx, by, bz, shared, stream, first});
  return 0;
}
