// What a code object and the library say to each other. Both sides include this; a code object built for another
// version is refused when it is loaded.
#pragma once

#include <stdint.h>

namespace softhip {
namespace abi {

constexpr uint32_t kVersion = 1;
constexpr uint32_t kWaveSize = 64;

struct Dim {
  uint32_t x, y, z;
};

// What a thread of a kernel can wait for.
enum class Wait : uint32_t {
  kBlock,    // all threads of the block; answers how many of them came with value != 0
  kBallot,   // the lanes of the wave that are at this place; answers the mask of those with value != 0
  kShuffle,  // the same lanes; answers the value that lane `lane` came with, 0 if it is not there
  kGrid,     // all threads of all blocks (cooperative launches)
};

struct Request {
  Wait wait;
  uint32_t thread;  // the asking thread's number in its block
  uint32_t lane;    // kShuffle: the lane to read from
  uint32_t site;    // kBallot, kShuffle: source line; of diverged lanes the lowest line goes first
  uint64_t value;
};

struct Block;

struct Services {
  // Runs the other threads of the block until what the calling thread waits for has come.
  uint64_t (*wait)(Block* block, const Request* request);
};

// One block in flight.
struct Block {
  Dim index, size, grid;
  uint32_t shared_size;  // bytes of dynamic shared memory
  char* shared;          // dynamic shared memory
  const char* arguments;
  const Services* services;
  bool cooperative;
};

// Runs the threads [begin, end) of a block, numbered with x running fastest, then y, then z. A thread that waits ends
// the range: the library sees to the rest.
using Run = void (*)(Block* block, uint32_t begin, uint32_t end);

enum class ArgumentKind : uint32_t { kValue, kPointer };

struct Argument {
  uint32_t offset, size, align;
  ArgumentKind kind;
};

// A kernel as its code object describes it; `arguments` of them follow.
struct Kernel {
  uint32_t version;
  uint32_t arguments_size;
  uint32_t arguments_align;
  uint32_t max_threads;  // of __launch_bounds__; 0: none given
  uint32_t arguments;
  uint32_t reserved;
  Run run;
};

}  // namespace abi
}  // namespace softhip
