// spool.bin: bytes of blobs that have no file of their own yet.
//
// A recorded call copies its bytes into this shared mapping and returns; a worker thread writes the blob files. When
// the process is killed in between, a reader finds the bytes here. The file is removed at a clean exit.
//
// Layout (little-endian): a header of 64 bytes, kSpoolEntries entries of 64 bytes, padding to a page, data.
//
//   header   0 u8[8] "HRRSPOOL"    8 u32 version 1    12 u32 number of entries    16 u64 offset of the data
//   entry    0 u32   1 = holds a blob, anything else = does not        4 u32 zero
//            8 u64   hash lo      16 u64 hash hi
//           24 u64   offset of the bytes in the file      32 u64 their number
//
// The data area is handed out in cells of one page, lowest address first, so that while the worker keeps up the same
// few pages serve again and again. Space grows only while the worker is idle, after a burst that did not fit.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <vector>

#include "recorder/hash.h"
#include "recorder/quiet.h"

namespace hrr {

constexpr size_t kSpoolEntries = 4096;

struct SpoolHeader {
  char magic[8];
  uint32_t version;
  uint32_t entries;
  uint64_t data;
  uint8_t rest[40];
};

struct SpoolEntry {
  uint32_t state;
  uint32_t zero;
  uint64_t lo;
  uint64_t hi;
  uint64_t offset;
  uint64_t length;
  uint8_t rest[24];
};
static_assert(sizeof(SpoolHeader) == 64 && sizeof(SpoolEntry) == 64, "the layout is part of the archive");

class Spool {
 public:
  // A reserved piece of the data area.
  struct Piece {
    uint32_t entry = 0;
    uint8_t* data = nullptr;
    size_t size = 0;
    Key key;
  };

  ~Spool();
  int open(const std::string& path, size_t capacity);  // 0 or an errno value
  bool is_open() const { return base_ != nullptr; }

  bool reserve(size_t size, Piece* piece);  // false: does not fit now
  void commit(Piece* piece, Key key);       // from now on the bytes are safe
  void release(const Piece& piece);         // they have a file, or nobody wants them
  bool next(Piece* piece);                  // the oldest committed piece that nobody has taken yet
  bool ready();                             // whether there is one

  // Asks for the whole capacity.
  void want_all() { wanted_more_ = true; }
  // Makes a little more room after a burst that did not fit; false when there was none, or no more can be had.
  bool extend();

 private:
  bool find_cells(size_t count, size_t* first);
  void mark(size_t first, size_t count, bool used);
  bool add_cells(size_t first, size_t count);

  Mutex mutex_;
  std::string path_;
  uint8_t* base_ = nullptr;
  size_t bytes_ = 0;   // of the mapping
  size_t cells_ = 0;   // that the mapping has
  size_t usable_ = 0;  // that have blocks behind them
  std::atomic<bool> wanted_more_{false};
  bool growing_ = false;        // one worker at a time adds cells
  std::vector<uint64_t> used_;  // a bit a cell
  std::vector<uint32_t> free_entries_;
  std::deque<Piece> ready_;
};

}  // namespace hrr
