// One recording: the archive that this process writes.
//
// It opens at the first HIP call. A forked child has none at first, however it was forked, and opens its own at its
// first call; its parent's mappings are not in its address space.
#pragma once

#include <atomic>
#include <map>
#include <mutex>
#include <set>
#include <string>

#include "recorder/blobs.h"
#include "recorder/inflight.h"
#include "recorder/log.h"
#include "recorder/process.h"
#include "recorder/quiet.h"
#include "recorder/snapshots.h"
#include "recorder/staging.h"
#include "recorder_ids.h"

namespace hrr {

class Session {
 public:
  // The session of this process, opened now if need be; null when nothing is recorded.
  static Session* current();

  Session();

  bool recording() const { return recording_.load(std::memory_order_relaxed); }

  // The archive lacks something, but recording goes on.
  void lose(const std::string& what);
  // Recording ends here; the program goes on.
  void stop(const std::string& why);
  // A call that no replay can make again. Constant strings.
  void cannot_replay(const char* call, const char* reason);
  // The thread leaves the call that it is in by a jump. Safe in a signal handler.
  void left(Thread* thread);
  // A copy whose bytes could not be had.
  void miss() { missed_.fetch_add(1, std::memory_order_relaxed); }

  // Before the process ends, while the real library still works.
  void prepare_end();
  // The end of the archive: trailer, manifests.
  void finish();

  Log log;
  Inflight inflight;
  Blobs blobs;
  Staging staging;
  Snapshots snapshots;

 private:
  static Session* open();
  int create(std::string* what);
  int create_directory();
  void write_manifest(bool complete);
  void name_left_calls();

  std::string dir_;
  int64_t parent_ = 0;
  std::atomic<bool> recording_{false};
  std::atomic<bool> finished_{false};
  Mutex mutex_;
  std::set<std::string> lost_;
  std::atomic<bool> left_[kApiCount] = {};  // calls that were
  std::map<std::string, std::set<std::string>> unreplayable_;
  std::atomic<uint64_t> missed_{0};
};

}  // namespace hrr
