// manifest.json of one process and of the whole recording. Readers of the format take them line by line: every key
// stands first on its own line, with one space behind the colon.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>

namespace hrr {

struct Manifest {
  int64_t pid = 0;
  int64_t parent = 0;
  bool complete = false;
  uint64_t events = 0;
  uint64_t blobs = 0;
  uint16_t version = 8;
  std::map<std::string, std::set<std::string>> unreplayable;  // call -> why
  std::string metadata;                                       // JSON text of several lines, or ""
  std::string platform;                                       // "" = not known
  bool content = true;
  bool snapshots = false;
  uint64_t snapshot_chunks = 0;
  uint64_t snapshots_unordered = 0;
  std::set<std::string> lost;  // what the archive lacks, in words
  uint64_t missed = 0;         // asynchronous copies without expected bytes
};

std::string manifest_text(const Manifest& manifest);

// Writes root/manifest.json from the pid-*/manifest.json that are there. Returns 0 or an errno value.
int write_index(const std::string& root);

std::string json_string(const std::string& text);

}  // namespace hrr
