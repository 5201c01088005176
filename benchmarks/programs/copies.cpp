// copies.cpp - 1 GiB from host to device in pieces of 1 MiB, no two alike (or, with "same", all alike).
// "memcpy" moves the same bytes with memcpy; "files" does so and writes each piece into a file in the folder named
// next, which is the least that a recorder on one thread can do. Prints the CLOCK_MONOTONIC seconds at which the
// copying began.
#include <fcntl.h>
#include <hip/hip_runtime_api.h>
#include <time.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <random>
#include <string>
#include <vector>

static bool write_file(const std::string& path, const char* data, size_t size) {
  const int file = open(path.c_str(), O_CREAT | O_TRUNC | O_WRONLY, 0600);
  return file >= 0 && write(file, data, size) == static_cast<ssize_t>(size) && close(file) == 0;
}

int main(int argc, char** argv) {
  constexpr size_t kPiece = 1 << 20, kRing = 128, kPieces = 1024;
  const std::string mode = argc > 1 ? argv[1] : "hip";
  std::vector<uint64_t> source(kRing * kPiece / 8);
  std::mt19937_64 random(7);
  for (auto& word : source) word = random();
  void* device = nullptr;
  if (hipMalloc(&device, kRing * kPiece) != hipSuccess) return 1;
  if (hipMemset(device, 1, kRing * kPiece) != hipSuccess) return 1;

  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  for (size_t piece = 0; piece < kPieces; ++piece) {
    const size_t at = piece % kRing * kPiece;
    char* from = reinterpret_cast<char*>(source.data()) + (mode == "same" ? 0 : at);
    char* to = static_cast<char*>(device) + at;
    if (mode != "same") std::memcpy(from, &piece, sizeof piece);
    if (mode == "memcpy" || mode == "files") {
      std::memcpy(to, from, kPiece);
      if (mode == "files" && !write_file(std::string(argv[2]) + "/" + std::to_string(piece), from, kPiece)) return 1;
    } else if (hipMemcpy(to, from, kPiece, hipMemcpyHostToDevice) != hipSuccess) {
      return 1;
    }
  }
  std::printf("%lld.%09ld\n", static_cast<long long>(now.tv_sec), now.tv_nsec);
}
