#include "softhip/missing.h"

#include <cstdio>
#include <cstring>
#include <mutex>
#include <set>
#include <string>

#include "softhip/api.h"
#include "softhip/fork_mutex.h"

namespace softhip {

namespace {
ForkMutex mutex;
}

void missing(const char* name) {
  static std::set<std::string>* named = new std::set<std::string>();
  {
    std::lock_guard<ForkMutex> hold(mutex);
    if (named->insert(name).second) std::fprintf(stderr, "softhip: %s is not supported\n", name);
  }
  leave(hipErrorNotSupported);
}

}  // namespace softhip
