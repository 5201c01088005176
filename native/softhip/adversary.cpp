#include "softhip/adversary.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>

namespace softhip {

Adversary adversary;

namespace {

struct Fault {
  char name[64];
  uint64_t number;
  std::atomic<uint64_t> calls;
};

constexpr int kMaxFaults = 32;
Fault faults[kMaxFaults];
int fault_count;
std::atomic<uint64_t> draws;

void add_fault(const std::string& text) {
  const size_t colon = text.find(':');
  const std::string name = text.substr(0, colon);
  if (fault_count == kMaxFaults || name.empty() || name.size() >= sizeof(Fault::name)) return;
  Fault& fault = faults[fault_count++];
  std::memcpy(fault.name, name.c_str(), name.size() + 1);
  fault.number = colon == std::string::npos ? 1 : std::strtoull(text.c_str() + colon + 1, nullptr, 10);
  adversary.faults = true;
}

void add_mode(const std::string& word) {
  const auto is = [&](const char* name) { return word == name || word == "all"; };
  bool known = false;
  if (is("late")) known = adversary.late = true;
  if (is("addresses")) known = adversary.addresses = true;
  if (is("pattern")) known = adversary.pattern = true;
  if (is("unmap")) known = adversary.unmap = true;
  if (is("guard")) known = adversary.guard = true;
  if (word.compare(0, 5, "seed=") == 0) {
    known = true;
    adversary.seed = std::strtoull(word.c_str() + 5, nullptr, 10);
  }
  if (word.compare(0, 5, "fail=") == 0) {
    known = true;
    add_fault(word.substr(5));
  }
  if (!known) std::fprintf(stderr, "softhip: SOFTHIP_ADVERSARY: unknown word '%s'\n", word.c_str());
}

// Before the other constructors: they may already ask.
__attribute__((constructor(101))) void read_environment() {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  adversary.seed = static_cast<uint64_t>(now.tv_nsec) ^ static_cast<uint64_t>(now.tv_sec) << 30;
  const char* words = std::getenv("SOFTHIP_ADVERSARY");
  if (words == nullptr) return;
  const std::string text = words;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find(',', begin), text.size());
    if (end > begin) add_mode(text.substr(begin, end - begin));
    begin = end + 1;
  }
}

bool allocates(const char* name) {
  for (const char* prefix :
       {"hipMalloc", "hipHostMalloc", "hipHostAlloc", "hipExtMalloc", "hipExtHostAlloc", "hipMemAlloc", "hipMemCreate",
        "hipMemAddressReserve", "hipArrayCreate", "hipArray3DCreate"}) {
    if (std::strncmp(name, prefix, std::strlen(prefix)) == 0) return true;
  }
  return false;
}

}  // namespace

hipError_t injected_fault(const char* name) {
  for (int i = 0; i < fault_count; ++i) {
    if (std::strcmp(faults[i].name, name) != 0) continue;
    if (faults[i].calls.fetch_add(1, std::memory_order_relaxed) + 1 == faults[i].number) {
      return allocates(name) ? hipErrorOutOfMemory : hipErrorUnknown;
    }
  }
  return hipSuccess;
}

uint64_t adversary_random() {
  // splitmix64
  uint64_t x = adversary.seed + static_cast<uint64_t>(getpid()) * 0xD1B54A32D192ED03 +
               draws.fetch_add(1, std::memory_order_relaxed) * 0x9E3779B97F4A7C15;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
  return x ^ (x >> 31);
}

}  // namespace softhip
