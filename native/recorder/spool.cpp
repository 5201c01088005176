#include "recorder/spool.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>

#include "recorder/files.h"

namespace hrr {
namespace {

constexpr size_t kCell = 4096;
constexpr size_t kHead = sizeof(SpoolHeader) + kSpoolEntries * sizeof(SpoolEntry);
constexpr size_t kData = (kHead + kCell - 1) / kCell * kCell;
constexpr size_t kFirstCells = (8u << 20) / kCell;
constexpr size_t kMoreCells = (16u << 20) / kCell;

SpoolEntry* entries(uint8_t* base) { return reinterpret_cast<SpoolEntry*>(base + sizeof(SpoolHeader)); }

}  // namespace

Spool::~Spool() {
  if (base_) ::munmap(base_, bytes_);
}

int Spool::open(const std::string& path, size_t capacity) {
  path_ = path;
  cells_ = std::max(capacity, kFirstCells * kCell) / kCell;
  bytes_ = kData + cells_ * kCell;
  File file = create_file(path);
  if (!file) return errno;
  int error = hrr::reserve(file.get(), 0, kData + kFirstCells * kCell);
  void* base = MAP_FAILED;
  if (error == 0) {
    base = ::mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED, file.get(), 0);
    if (base == MAP_FAILED) error = errno;
  }
  if (error != 0) {
    ::unlink(path.c_str());
    return error;
  }
  ::madvise(base, bytes_, MADV_DONTFORK);
  base_ = static_cast<uint8_t*>(base);
  usable_ = kFirstCells;
  used_.assign((cells_ + 63) / 64, 0);
  for (uint32_t i = kSpoolEntries; i > 0; --i) free_entries_.push_back(i - 1);
  auto* header = reinterpret_cast<SpoolHeader*>(base_);
  header->version = 1;
  header->entries = kSpoolEntries;
  header->data = kData;
  std::atomic_signal_fence(std::memory_order_release);
  memcpy(header->magic, "HRRSPOOL", sizeof header->magic);  // last: without it a reader takes the file for empty
  return 0;
}

bool Spool::find_cells(size_t count, size_t* first) {
  size_t run = 0;
  for (size_t cell = 0; cell < usable_;) {
    const uint64_t word = used_[cell / 64] >> (cell % 64);
    if (word & 1) {
      run = 0;
      const uint64_t free_bits = ~word;
      cell += free_bits == 0 ? 64 - cell % 64 : std::min<size_t>(__builtin_ctzll(free_bits), 64 - cell % 64);
      continue;
    }
    const size_t rest = 64 - cell % 64;
    const size_t free_here = std::min<size_t>(word == 0 ? rest : __builtin_ctzll(word), rest);
    run += free_here;
    cell += free_here;
    if (run >= count) {
      const size_t start = cell - run;
      if (start + count > usable_) return false;
      *first = start;
      return true;
    }
  }
  return false;
}

void Spool::mark(size_t first, size_t count, bool used) {
  for (size_t cell = first; cell < first + count;) {
    const size_t bit = cell % 64;
    const size_t bits = std::min<size_t>(64 - bit, first + count - cell);
    const uint64_t mask = (bits == 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1) << bit;
    if (used)
      used_[cell / 64] |= mask;
    else
      used_[cell / 64] &= ~mask;
    cell += bits;
  }
}

bool Spool::reserve(size_t size, Piece* piece) {
  const size_t count = (size + kCell - 1) / kCell;
  std::lock_guard<Mutex> hold(mutex_);
  size_t first = 0;
  if (free_entries_.empty() || !find_cells(count, &first)) {
    wanted_more_ = true;
    return false;
  }
  mark(first, count, true);
  piece->entry = free_entries_.back();
  free_entries_.pop_back();
  piece->data = base_ + kData + first * kCell;
  piece->size = size;
  return true;
}

void Spool::commit(Piece* piece, Key key) {
  std::lock_guard<Mutex> hold(mutex_);
  piece->key = key;
  SpoolEntry& entry = entries(base_)[piece->entry];
  entry.lo = key.lo;
  entry.hi = key.hi;
  entry.offset = static_cast<uint64_t>(piece->data - base_);
  entry.length = piece->size;
  std::atomic_signal_fence(std::memory_order_release);
  entry.state = 1;
  ready_.push_back(*piece);
}

void Spool::release(const Piece& piece) {
  std::lock_guard<Mutex> hold(mutex_);
  entries(base_)[piece.entry].state = 0;
  std::atomic_signal_fence(std::memory_order_release);
  mark(static_cast<size_t>(piece.data - base_ - kData) / kCell, (piece.size + kCell - 1) / kCell, false);
  free_entries_.push_back(piece.entry);
}

bool Spool::next(Piece* piece) {
  std::lock_guard<Mutex> hold(mutex_);
  if (ready_.empty()) return false;
  *piece = ready_.front();
  ready_.pop_front();
  return true;
}

bool Spool::ready() {
  std::lock_guard<Mutex> hold(mutex_);
  return !ready_.empty();
}

bool Spool::add_cells(size_t first, size_t count) {
  const size_t from = kData + first * kCell;
  File file = open_file(path_);
  if (!file || hrr::reserve(file.get(), from, from + count * kCell) != 0) return false;
  // Touch the pages here, in the worker's time.
  for (size_t cell = 0; cell < count; ++cell) {
    *const_cast<volatile uint8_t*>(base_ + from + cell * kCell) = 0;
  }
  return true;
}

bool Spool::extend() {
  size_t first = 0, count = 0;
  {
    std::lock_guard<Mutex> hold(mutex_);
    if (!wanted_more_ || growing_ || usable_ == cells_) return false;
    growing_ = true;
    first = usable_;
    count = std::min(kMoreCells, cells_ - usable_);
  }
  const bool added = add_cells(first, count);
  std::lock_guard<Mutex> hold(mutex_);
  growing_ = false;
  if (!added) return false;
  usable_ += count;
  if (usable_ == cells_) wanted_more_ = false;
  return true;
}

}  // namespace hrr
