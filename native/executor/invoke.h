// Calls a C function with words, by the System V x86-64 convention.
#pragma once

#include <cstddef>
#include <cstdint>

namespace hrr {

constexpr size_t kRegisterWords = 6;
constexpr size_t kMaxWords = 24;

// Words 0 to 5 go to the integer registers, the rest to the stack in order. A function that takes fewer than six words
// ignores the rest, so six are always read. count must not exceed kMaxWords.
uint64_t invoke_on_stack(void* function, const uint64_t* words, size_t count);

using Registers = uint64_t (*)(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t);

inline uint64_t invoke(void* function, const uint64_t* words, size_t count) {
  if (__builtin_expect(count > kRegisterWords, 0)) return invoke_on_stack(function, words, count);
  return reinterpret_cast<Registers>(function)(words[0], words[1], words[2], words[3], words[4], words[5]);
}

}  // namespace hrr
