#include "recorder/inflight.h"

#include <errno.h>
#include <sys/mman.h>

#include "recorder/files.h"

namespace hrr {
namespace {
constexpr size_t kBytes = kInflightSlots * sizeof(InflightSlot);
}

Inflight::~Inflight() {
  if (slots_) ::munmap(slots_, kBytes);
}

int Inflight::open(const std::string& path) {
  File file = create_file(path);
  if (!file) return errno;
  const int error = reserve(file.get(), 0, kBytes);
  if (error != 0) return error;
  void* base = ::mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_SHARED, file.get(), 0);
  if (base == MAP_FAILED) return errno;
  ::madvise(base, kBytes, MADV_DONTFORK);
  slots_ = static_cast<InflightSlot*>(base);
  return 0;
}

InflightSlot* Inflight::take(uint64_t thread) {
  if (!slots_) return nullptr;
  for (size_t i = 0; i < kInflightSlots; ++i) {
    uint64_t nobody = 0;
    if (slots_[i].thread.compare_exchange_strong(nobody, thread, std::memory_order_acq_rel)) return &slots_[i];
  }
  return nullptr;
}

void Inflight::give_back(InflightSlot* slot) {
  slot->api.store(0, std::memory_order_relaxed);
  slot->thread.store(0, std::memory_order_release);
}

}  // namespace hrr
