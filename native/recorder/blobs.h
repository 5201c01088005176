// The blob store: bytes under the name of their content, each content once.
//
// put() returns when the bytes are safe: in a file of their own, or in the spool, from which worker threads make files.
// The first blobs, and those that are too large for the spool, are written by the caller; the workers start when there
// are more. A caller that finds the spool full helps to empty it.
#pragma once

#include <pthread.h>

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <unordered_set>
#include <vector>

#include "recorder/hash.h"
#include "recorder/quiet.h"
#include "recorder/spool.h"
#include "rect/rect.h"

namespace hrr {

class Blobs {
 public:
  // `failed` is told the errno value when bytes could not be written.
  using Failed = std::function<void(int)>;

  ~Blobs();
  // `spool`: bytes, 0 = every caller writes its own blobs; `at_once`: set aside as soon as the worker starts. Returns 0
  // or an errno value.
  int open(const std::string& dir, HashKind kind, size_t spool, bool at_once, Failed failed);

  // The box's bytes, packed. Reads nothing else. Key{} for an empty box. Bytes that cannot be written still have a key.
  Key put(const void* base, const Rect& rect);
  Key put(const void* data, size_t size);
  // The same for memory that may be gone by now: Key{} if it is.
  Key put_unsure(const void* base, const Rect& rect);
  Key put_code(const void* data, size_t size);  // a code object

  // Writes what is in the spool and ends the worker. Blobs that come later are written by their callers.
  void finish();

  uint64_t count();

 private:
  bool known(Key key);
  void remember(Key key);
  Key pack(uint8_t* to, const void* base, const Rect& rect) const;  // `to` is aligned to a page
  bool spooled(const void* base, const Rect& rect, Key* key);
  Key written(const void* base, const Rect& rect);
  int write_file(Key key, const void* data, size_t size);
  int move_into_place(const std::string& temporary, Key key);
  std::string path(Key key) const;
  std::string temporary();
  Key look(const void* base, const Rect& rect) const;
  void start_workers();
  bool write_one();  // of what is in the spool
  void work();
  static void* worker_main(void* self);

  std::string dir_;
  HashKind kind_ = HashKind::kReference;
  size_t spool_size_ = 0;
  bool spool_at_once_ = false;
  Failed failed_;
  Mutex mutex_;  // of the set
  std::unordered_set<Key, KeyHash> keys_;
  std::unordered_set<Key, KeyHash> codes_;
  std::atomic<uint64_t> bytes_{0};
  std::atomic<uint64_t> temporaries_{0};

  Spool spool_;
  enum class Worker { kNone, kRunning, kEnding, kEnded };
  std::atomic<Worker> worker_{Worker::kNone};
  Mutex wake_mutex_;
  std::condition_variable_any wake_;
  std::vector<pthread_t> threads_;
};

}  // namespace hrr
