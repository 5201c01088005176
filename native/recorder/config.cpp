#include "recorder/config.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#include <algorithm>

#include "recorder/files.h"
#include "recorder/quiet.h"

namespace hrr {
namespace {

constexpr unsigned long kLargestSpool = 64 << 10;  // MB

std::string variable(const char* name) {
  const char* value = ::getenv(name);
  return value ? value : "";
}

std::string absolute(const std::string& path) {
  if (path.empty() || path[0] == '/') return path;
  char* here = ::getcwd(nullptr, 0);
  const std::string joined = (here ? std::string(here) : std::string()) + "/" + path;
  ::free(here);
  return joined;
}

Config read_environment() {
  Config found;
  std::string output = variable("HIP_HRR_CAPTURE_OUTPUT");
  if (output.find_first_not_of(" \t\r\n") == std::string::npos) return found;
  if (::getauxval(AT_SECURE) != 0) {
    message("HIP_HRR_CAPTURE_OUTPUT is ignored in a set-user-ID or otherwise privileged program");
    return found;
  }
  while (output.size() > 1 && output.back() == '/') output.pop_back();
  found.output = absolute(output);
  if (variable("HRR_FORMAT") == "7") found.version = 7;
  found.content = variable("HRR_CONTENT") != "none";
  found.snapshots = variable("HRR_SNAPSHOTS") != "off";
  const std::string spool = variable("HRR_SPOOL_MB");
  if (!spool.empty()) {
    found.spool = std::min(::strtoul(spool.c_str(), nullptr, 10), kLargestSpool) << 20;
    found.spool_at_once = true;
  }
  if (variable("HRR_BLOB_HASH") == "reference") found.hash = HashKind::kReference;
  return found;
}

}  // namespace

const Config& config() {
  static const Config& found = *new Config(read_environment());
  return found;
}

void message(const std::string& text) {
  const NoSignals quiet;
  const std::string line = "hrr: " + text + "\n";
  const char* report = ::getauxval(AT_SECURE) == 0 ? ::getenv("HRR_REPORT") : nullptr;
  if (report && *report) {
    File file(::open(report, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW));
    if (file && write_all(file.get(), line.data(), line.size()) == 0) return;
  }
  write_all(STDERR_FILENO, line.data(), line.size());
}

}  // namespace hrr
