#include "recorder/session.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "recorder/allocations.h"
#include "recorder/call.h"
#include "recorder/config.h"
#include "recorder/devices.h"
#include "recorder/files.h"
#include "recorder/manifest.h"
#include "recorder/modules.h"
#include "recorder/process.h"
#include "recorder_names.h"

namespace hrr {
namespace {

constexpr int kMostDirectories = 10000;  // of one process id: exec keeps it

// The session that this process has already; none is opened for a farewell.
Session* existing() { return process().session.load(std::memory_order_acquire); }

void at_exit() {
  if (Session* session = existing()) session->prepare_end();
}

void at_quick_exit() {
  if (Session* session = existing()) {
    session->prepare_end();
    session->finish();
  }
}

// Tables that outlive a fork are locked over it, lest the child find a lock that nobody gives back.
void before_fork() {
  modules_lock();
  allocations().lock();
}

void after_fork() {
  allocations().unlock();
  modules_unlock();
}

void watch_process_once() {
  static std::atomic<bool> watched{false};
  if (watched.exchange(true)) return;
  ::atexit(at_exit);
  ::at_quick_exit(::hrr::at_quick_exit);
  ::pthread_atfork(before_fork, after_fork, after_fork);
}

__attribute__((constructor)) void loaded() {
  (void)process();
  (void)config();
}

// After the program's own exit handlers and destructors, which may still make calls.
__attribute__((destructor)) void unloaded() {
  if (Session* session = existing()) session->finish();
}

}  // namespace

Session* Session::current() {
  Process& here = process();
  if (here.nothing.load(std::memory_order_acquire)) return nullptr;
  Session* session = here.session.load(std::memory_order_acquire);
  return session ? session : open();
}

Session* Session::open() {
  Process& here = process();
  if (config().output.empty()) {
    here.nothing.store(true, std::memory_order_release);
    return nullptr;
  }
  // Outside the lock, as it takes the loader's.
  (void)load_xxhash();
  while (here.opening.exchange(true, std::memory_order_acquire)) ::sched_yield();
  Session* session = here.session.load(std::memory_order_acquire);
  if (!session && !here.nothing.load(std::memory_order_relaxed)) {
    session = new Session();
    std::string what;
    const int error = session->create(&what);
    if (error == 0) {
      watch_process_once();
      here.session.store(session, std::memory_order_release);
    } else {
      message("nothing is recorded: " + what + ": " + ::strerror(error));
      here.nothing.store(true, std::memory_order_release);
      delete session;
      session = nullptr;
    }
  }
  here.opening.store(false, std::memory_order_release);
  return session;
}

Session::Session() : staging(this), snapshots(this) {}

int Session::create_directory() {
  const std::string name = config().output + "/pid-" + std::to_string(::getpid());
  for (int i = 1; i < kMostDirectories; ++i) {
    dir_ = i == 1 ? name : name + "-" + std::to_string(i);
    const int error = make_dir(dir_);
    if (error != EEXIST) return error;
  }
  return EEXIST;
}

int Session::create(std::string* what) {
  *what = config().output;
  parent_ = ::getppid();
  if (const int error = make_root(config().output)) return error;
  if (const int error = create_directory()) return error;
  *what = dir_;
  HashKind hash = config().hash;
  if (hash == HashKind::kXxh3 && !load_xxhash()) hash = HashKind::kReference;
  const auto failed = [this](int error) { stop(std::string("a blob: ") + ::strerror(error)); };
  if (const int error = blobs.open(dir_, hash, config().spool, config().spool_at_once, failed)) return error;
  if (const int error = inflight.open(dir_ + "/inflight.bin")) return error;
  if (const int error = log.open(dir_ + "/events.bin", config().version, kPackedRects)) return error;
  recording_.store(true, std::memory_order_release);
  write_manifest(false);
  // A child's archive says what its parent had registered before the fork.
  write_registrations(*this, now_ns(), static_cast<uint64_t>(::gettid()));
  return 0;
}

void Session::lose(const std::string& what) {
  std::lock_guard<Mutex> hold(mutex_);
  lost_.insert(what);
}

void Session::cannot_replay(const char* call, const char* reason) {
  std::lock_guard<Mutex> hold(mutex_);
  unreplayable_[call].insert(reason);
}

void Session::left(Thread* thread) {
  log.let_go();
  if (!thread->slot) return;
  const uint32_t api = thread->slot->api.exchange(0, std::memory_order_relaxed);
  if (api > 0 && api <= kApiCount && recording()) left_[api - 1].store(true, std::memory_order_relaxed);
}

void Session::name_left_calls() {
  for (unsigned api = 0; api < kApiCount; ++api) {
    if (left_[api].load(std::memory_order_relaxed)) {
      lose(std::string(kNames[api]) + " was left by a jump out of a signal handler and may not be recorded");
    }
  }
}

void Session::stop(const std::string& why) {
  const NoSignals quiet;
  lose("recording stopped: " + why);
  if (!recording_.exchange(false)) return;
  log.close(false, 0, 0);
  message("recording stopped, the archive is incomplete: " + why);
  write_manifest(false);
}

void Session::prepare_end() {
  if (recording()) staging.drain();
}

void Session::finish() {
  if (finished_.exchange(true)) return;
  const bool whole = recording_.exchange(false);
  log.seal();
  blobs.finish();
  for (size_t i = staging.given_up(); i > 0; --i) miss();
  name_left_calls();
  bool complete = whole;
  {
    std::lock_guard<Mutex> hold(mutex_);
    complete = complete && lost_.empty();
  }
  log.close(complete, now_ns(), this_thread.id);
  complete = complete && log.error() == 0;
  ::unlink((dir_ + "/inflight.bin").c_str());
  ::unlink((dir_ + "/spool.bin").c_str());
  write_manifest(complete);
  (void)write_index(config().output);
}

void Session::write_manifest(bool complete) {
  Manifest manifest;
  manifest.pid = ::getpid();
  manifest.parent = parent_;
  manifest.complete = complete;
  manifest.events = log.count();
  manifest.blobs = blobs.count();
  manifest.version = config().version;
  manifest.metadata = device_metadata();
  manifest.platform = device_platform();
  manifest.content = config().content;
  manifest.snapshots = takes_snapshots();
  manifest.snapshot_chunks = snapshots.chunks();
  manifest.snapshots_unordered = snapshots.unordered();
  manifest.missed = missed_.load();
  {
    std::lock_guard<Mutex> hold(mutex_);
    manifest.lost = lost_;
    manifest.unreplayable = unreplayable_;
  }
  const int error = replace_file(dir_ + "/manifest.json", manifest_text(manifest));
  if (error == 0) return;
  lose(std::string("the manifest: ") + ::strerror(error));
  // The little that says why may still fit under a limit on the size of files.
  manifest.metadata.clear();
  {
    std::lock_guard<Mutex> hold(mutex_);
    manifest.lost = lost_;
  }
  (void)replace_file(dir_ + "/manifest.json", manifest_text(manifest));
}

}  // namespace hrr
