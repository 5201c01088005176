// spool_workers FILE: four workers make room in a spool at once, while a thread takes all the room that there is.
#include <atomic>
#include <cstdio>
#include <cstring>
#include <thread>
#include <vector>

#include "recorder/spool.h"

// Nothing interrupts these threads.
namespace hrr {
void hold_signals() {}
void let_signals() {}
}  // namespace hrr

int main(int, char** argv) {
  constexpr size_t kCapacity = 120u << 20, kPiece = 1u << 20;
  hrr::Spool spool;
  if (spool.open(argv[1], kCapacity) != 0) return 1;
  spool.want_all();
  std::atomic<bool> begin{false};
  std::vector<std::thread> workers;
  for (int i = 0; i < 4; ++i) {
    workers.emplace_back([&] {
      while (!begin) {
      }
      for (int j = 0; j < 1000; ++j) {
        if (!spool.extend()) std::this_thread::yield();
      }
    });
  }
  begin = true;
  for (std::thread& worker : workers) worker.join();
  size_t pieces = 0;
  hrr::Spool::Piece piece;
  while (spool.reserve(kPiece, &piece)) {
    memset(piece.data, 1, piece.size);
    ++pieces;
  }
  std::printf("%zu\n", pieces);
  return 0;
}
