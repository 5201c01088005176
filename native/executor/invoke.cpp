#include "executor/invoke.h"

#include <array>
#include <utility>

namespace hrr {
namespace {

template <size_t>
using Word = uint64_t;

template <size_t... I>
uint64_t call(void* function, const uint64_t* words, std::index_sequence<I...>) {
  return reinterpret_cast<uint64_t (*)(Word<I>...)>(function)(words[I]...);
}

template <size_t N>
uint64_t call_with(void* function, const uint64_t* words) {
  return call(function, words, std::make_index_sequence<N>());
}

template <size_t... I>
constexpr auto make_table(std::index_sequence<I...>) {
  return std::array<uint64_t (*)(void*, const uint64_t*), sizeof...(I)>{call_with<I>...};
}

constexpr auto kCalls = make_table(std::make_index_sequence<kMaxWords + 1>());

}  // namespace

uint64_t invoke_on_stack(void* function, const uint64_t* words, size_t count) { return kCalls[count](function, words); }

}  // namespace hrr
