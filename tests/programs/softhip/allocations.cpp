// allocations - every kind of memory: sizes, alignment, wrong arguments, what pointers say of themselves.
#include <vector>

#include "../check.h"

static size_t free_now() {
  size_t free = 0;
  TRY(hipMemGetInfo(&free, nullptr));
  return free;
}

static void device_memory() {
  void* p = &p;
  TRY(hipMalloc(&p, 0));
  EXPECT(p == nullptr);
  TRY(hipFree(nullptr));
  const size_t before = free_now();
  TRY(hipMalloc(&p, 1000));
  EXPECT(before - free_now() == 1000);
  static_cast<char*>(p)[999] = 1;
  hipDeviceptr_t base = nullptr;
  size_t size = 0;
  TRY(hipMemGetAddressRange(&base, &size, static_cast<char*>(p) + 999));
  EXPECT(base == p && size == 1000);
  TRY(hipMemPtrGetInfo(p, &size));
  EXPECT(size == 1000);
  FAILS_WITH(hipErrorNotFound, hipMemGetAddressRange(&base, &size, &size));
  FAILS_WITH(hipErrorInvalidValue, hipFree(static_cast<char*>(p) + 16));
  TRY(hipFree(p));
  FAILS_WITH(hipErrorInvalidValue, hipFree(p));
  FAILS_WITH(hipErrorInvalidValue, hipFree(&size));
  EXPECT(free_now() == before);
  FAILS_WITH(hipErrorOutOfMemory, hipMalloc(&p, ~size_t{0}));
  FAILS_WITH(hipErrorInvalidValue, hipExtMallocWithFlags(&p, 16, hipMallocSignalMemory));
  FAILS_WITH(hipErrorInvalidValue, hipExtMallocWithFlags(&p, 16, 999));
  TRY(hipExtMallocWithFlags(&p, 8, hipMallocSignalMemory));
  TRY(hipFree(p));
}

static void pitched_memory() {
  void* p = nullptr;
  size_t pitch = 0;
  TRY(hipMallocPitch(&p, &pitch, 300, 5));
  EXPECT(pitch == 512);
  TRY(hipFree(p));
  TRY(hipMallocPitch(&p, &pitch, 0, 5));
  EXPECT(p == nullptr);
  TRY(hipMemAllocPitch(&p, &pitch, 256, 3, 16));
  EXPECT(pitch == 256);
  TRY(hipFree(p));
  FAILS_WITH(hipErrorInvalidValue, hipMemAllocPitch(&p, &pitch, 256, 3, 5));
  FAILS_WITH(hipErrorInvalidValue, hipMallocPitch(&p, nullptr, 256, 3));
  EXPECT_REFUSED(hipMallocPitch(&p, &pitch, ~size_t{0}, 3));
  EXPECT_REFUSED(hipMallocPitch(&p, &pitch, size_t{1} << 40, size_t{1} << 40));
  hipPitchedPtr box;
  TRY(hipMalloc3D(&box, {100, 7, 3}));
  EXPECT(box.pitch == 256 && box.xsize == 100 && box.ysize == 7);
  size_t size = 0;
  TRY(hipMemPtrGetInfo(box.ptr, &size));
  EXPECT(size == 256 * 7 * 3);
  TRY(hipFree(box.ptr));
}

static void host_memory() {
  void *p = nullptr, *on_device = nullptr;
  unsigned flags = 0;
  TRY(hipHostMalloc(&p, 5000, hipHostMallocPortable | hipHostMallocMapped));
  TRY(hipHostGetDevicePointer(&on_device, static_cast<char*>(p) + 8, 0));
  EXPECT(on_device == static_cast<char*>(p) + 8);
  TRY(hipHostGetFlags(&flags, p));
  EXPECT(flags == (hipHostMallocPortable | hipHostMallocMapped));
  memset(p, 1, 5000);
  TRY(hipHostFree(p));
  FAILS_WITH(hipErrorInvalidValue, hipHostFree(p));
  FAILS_WITH(hipErrorInvalidValue, hipHostMalloc(&p, 16, hipHostMallocCoherent | hipHostMallocNonCoherent));
  FAILS_WITH(hipErrorInvalidValue, hipHostGetDevicePointer(&on_device, &flags, 0));
  TRY(hipHostAlloc(&p, 16, hipHostAllocDefault));
  TRY(hipFreeHost(p));
  TRY(hipMemAllocHost(&p, 16));
  TRY(hipHostFree(p));

  std::vector<char> own(10000);
  FAILS_WITH(hipErrorHostMemoryNotRegistered, hipHostUnregister(own.data()));
  TRY(hipHostRegister(own.data(), own.size(), hipHostRegisterDefault));
  FAILS_WITH(hipErrorHostMemoryAlreadyRegistered, hipHostRegister(own.data() + 100, 50, hipHostRegisterDefault));
  FAILS_WITH(hipErrorHostMemoryNotRegistered, hipHostUnregister(own.data() + 1));
  FAILS_WITH(hipErrorInvalidValue, hipFree(own.data()));  // not ours to free
  TRY(hipHostGetDevicePointer(&on_device, own.data() + 77, 0));
  TRY(hipHostUnregister(own.data()));
  FAILS_WITH(hipErrorInvalidValue, hipHostRegister(own.data(), 0, 0));
  FAILS_WITH(hipErrorInvalidValue, hipHostRegister(nullptr, 10, 0));
}

static void pointers() {
  hipPointerAttribute_t a;
  void *device = nullptr, *pinned = nullptr, *managed = nullptr;
  TRY(hipMalloc(&device, 64));
  TRY(hipHostMalloc(&pinned, 64, 0));
  TRY(hipMallocManaged(&managed, 64, hipMemAttachGlobal));
  TRY(hipPointerGetAttributes(&a, static_cast<char*>(device) + 5));
  EXPECT(a.type == hipMemoryTypeDevice && a.device == 0 && !a.isManaged);
  EXPECT(a.devicePointer == static_cast<char*>(device) + 5 && a.hostPointer == nullptr);
  TRY(hipPointerGetAttributes(&a, pinned));
  EXPECT(a.type == hipMemoryTypeHost && a.hostPointer == pinned && a.devicePointer == pinned);
  TRY(hipPointerGetAttributes(&a, managed));
  EXPECT(a.type == hipMemoryTypeManaged && a.isManaged);
  TRY(hipPointerGetAttributes(&a, &a));
  EXPECT(a.type == hipMemoryTypeUnregistered && a.devicePointer == nullptr);
  FAILS_WITH(hipErrorInvalidValue, hipPointerGetAttributes(nullptr, device));

  uint32_t type = 99, size = 0;
  void* start = nullptr;
  TRY(hipPointerGetAttribute(&type, HIP_POINTER_ATTRIBUTE_MEMORY_TYPE, pinned));
  EXPECT(type == hipMemoryTypeHost);
  TRY(hipPointerGetAttribute(&size, HIP_POINTER_ATTRIBUTE_RANGE_SIZE, static_cast<char*>(device) + 9));
  EXPECT(size == 64);
  TRY(hipPointerGetAttribute(&start, HIP_POINTER_ATTRIBUTE_RANGE_START_ADDR, static_cast<char*>(device) + 9));
  EXPECT(start == device);
  FAILS_WITH(hipErrorInvalidValue, hipPointerGetAttribute(&type, HIP_POINTER_ATTRIBUTE_MEMORY_TYPE, &a));
  hipPointer_attribute wanted[] = {HIP_POINTER_ATTRIBUTE_DEVICE_POINTER, HIP_POINTER_ATTRIBUTE_DEVICE_ORDINAL};
  int ordinal = 7;
  void* out[] = {&start, &ordinal};
  TRY(hipDrvPointerGetAttributes(2, wanted, out, &a));  // unknown: default values
  EXPECT(start == nullptr && ordinal == hipInvalidDeviceId);
  TRY(hipFree(device));
  TRY(hipHostFree(pinned));
  TRY(hipFree(managed));
}

static void managed_memory() {
  void* p = nullptr;
  int value = 0, by[3];
  FAILS_WITH(hipErrorInvalidValue, hipMallocManaged(&p, 0, hipMemAttachGlobal));
  FAILS_WITH(hipErrorInvalidValue, hipMallocManaged(&p, 16, 99));
  TRY(hipMallocManaged(&p, 4096, hipMemAttachGlobal));
  memset(p, 7, 4096);  // the host's as well
  TRY(hipMemAdvise(p, 4096, hipMemAdviseSetReadMostly, 0));
  TRY(hipMemRangeGetAttribute(&value, sizeof value, hipMemRangeAttributeReadMostly, p, 4096));
  EXPECT(value == 1);
  TRY(hipMemAdvise(p, 4096, hipMemAdviseSetAccessedBy, 0));
  TRY(hipMemRangeGetAttribute(by, sizeof by, hipMemRangeAttributeAccessedBy, p, 4096));
  EXPECT(by[0] == 0 && by[1] == hipInvalidDeviceId);
  TRY(hipMemAdvise(p, 4096, hipMemAdviseSetPreferredLocation, hipCpuDeviceId));
  TRY(hipMemRangeGetAttribute(&value, sizeof value, hipMemRangeAttributePreferredLocation, p, 4096));
  EXPECT(value == hipCpuDeviceId);
  TRY(hipMemPrefetchAsync(p, 4096, 0, nullptr));
  TRY(hipDeviceSynchronize());
  TRY(hipMemRangeGetAttribute(&value, sizeof value, hipMemRangeAttributeLastPrefetchLocation, p, 4096));
  EXPECT(value == 0);
  FAILS_WITH(hipErrorInvalidDevice, hipMemPrefetchAsync(p, 4096, 5, nullptr));
  FAILS_WITH(hipErrorInvalidValue, hipMemPrefetchAsync(&value, 4, 0, nullptr));
  FAILS_WITH(hipErrorInvalidValue, hipMemAdvise(p, 5000, hipMemAdviseSetReadMostly, 0));
  TRY(hipFree(p));
}

static void many() {
  std::vector<void*> live;
  for (int round = 0; round < 3; ++round) {
    for (size_t size = 1; size < 3000000; size = size * 3 / 2 + 1) {
      void* p = nullptr;
      TRY(hipMalloc(&p, size));
      TRY(hipMemset(p, 0x5A, size));
      TRY(hipDeviceSynchronize());
      for (void* other : live) EXPECT(other != p);
      live.push_back(p);
    }
    for (size_t i = 0; i < live.size(); i += 2) {
      TRY(hipFree(live[i]));
      live[i] = nullptr;
    }
    std::vector<void*> kept;
    for (void* p : live) {
      if (p != nullptr) kept.push_back(p);
    }
    live = kept;
  }
  for (void* p : live) TRY(hipFree(p));
}

int main() {
  device_memory();
  pitched_memory();
  host_memory();
  pointers();
  managed_memory();
  many();
  return done();
}
