#include "softhip/missing.h"

#include <cstdio>
#include <cstring>
#include <mutex>
#include <set>
#include <string>

#include "softhip/api.h"

namespace softhip {

void missing(const char* name) {
  static std::mutex* mutex = new std::mutex();
  static std::set<std::string>* named = new std::set<std::string>();
  {
    std::lock_guard<std::mutex> hold(*mutex);
    if (named->insert(name).second) std::fprintf(stderr, "softhip: %s is not supported\n", name);
  }
  leave(hipErrorNotSupported);
}

}  // namespace softhip
