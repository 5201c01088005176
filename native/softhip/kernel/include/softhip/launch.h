// How a kernel gets from its C++ definition to its entry in the code object: softhipcc names
// Kernel<pointer to the kernel, launch bounds> at the start of every kernel's body, so that each kernel, each
// instantiation of a template included, brings its record along.
#pragma once

#include <softhip/context.h>
#include <stddef.h>

#include <type_traits>
#include <utility>

namespace softhip {

// The type of a parameter as the function's type has it: without const, volatile and restrict of its own.
template <class T>
struct ParameterType {
  using type = T;
};
template <class T>
struct ParameterType<T* __restrict__> {
  using type = T*;
};
template <class T>
using Parameter = typename ParameterType<std::remove_cv_t<T>>::type;

template <class... A>
struct Arguments {
  static constexpr size_t kCount = sizeof...(A);

  struct Table {
    abi::Argument argument[kCount + 1];
    uint32_t size, align;
  };

  static constexpr Table table() {
    Table table{{abi::Argument{0, sizeof(A), alignof(A),
                               std::is_pointer<A>::value ? abi::ArgumentKind::kPointer : abi::ArgumentKind::kValue}...,
                 abi::Argument{}},
                0,
                1};
    for (size_t i = 0; i < kCount; ++i) {
      abi::Argument& argument = table.argument[i];
      argument.offset = (table.size + argument.align - 1) / argument.align * argument.align;
      table.size = argument.offset + argument.size;
      if (argument.align > table.align) table.align = argument.align;
    }
    return table;
  }
};

// A record with room for its arguments: abi::Kernel, then abi::Argument for each.
template <size_t N>
struct KernelRecord {
  abi::Kernel kernel;
  abi::Argument argument[N + 1];
};

template <auto F, unsigned MaxThreads>
struct Kernel;

template <class... A, void (*F)(A...), unsigned MaxThreads>
struct Kernel<F, MaxThreads> {
  static constexpr auto kTable = Arguments<A...>::table();

  // The arguments are copies in local variables, which no store of the kernel can change.
  static inline __attribute__((always_inline)) void threads(uint32_t begin, A... arguments) {
    const uint32_t width = blockDim.x;
    const uint32_t height = blockDim.y;
    uint32_t x = begin % width;
    uint32_t row = begin / width;
    for (uint32_t number = begin; number < context.end; ++row, x = 0) {
      const uint32_t left = context.end - number;
      const uint32_t limit = left < width - x ? x + left : width;
      number += limit - x;
      threadIdx.y = row % height;
      threadIdx.z = row / height;
      context.limit = limit;
#if defined(__clang__)
#pragma clang loop vectorize(assume_safety)
#else
#pragma GCC ivdep
#endif
      for (; x < context.limit; ++x) {
        threadIdx.x = x;
        F(arguments...);
      }
    }
  }

  template <size_t... I>
  static inline __attribute__((always_inline)) void spread(abi::Block* block, uint32_t begin,
                                                           std::index_sequence<I...>) {
    threads(begin, *reinterpret_cast<const A*>(block->arguments + kTable.argument[I].offset)...);
  }

  static void run(abi::Block* block, uint32_t begin, uint32_t end) {
    blockIdx = {block->index.x, block->index.y, block->index.z};
    blockDim = {block->size.x, block->size.y, block->size.z};
    gridDim = {block->grid.x, block->grid.y, block->grid.z};
    context.block = block;
    context.end = end;
    spread(block, begin, std::index_sequence_for<A...>());
  }

  template <size_t... I>
  static constexpr KernelRecord<sizeof...(A)> record(std::index_sequence<I...>) {
    return {{abi::kVersion, kTable.size, kTable.align, MaxThreads, sizeof...(A), 0, &run}, {kTable.argument[I]...}};
  }

  static const KernelRecord<sizeof...(A)> softhip_record;  // softhipcc finds them by this name in the object file,
  static void (*const softhip_symbol)(A...);               // and the kernel's own symbol through this one
};

template <class... A, void (*F)(A...), unsigned MaxThreads>
__attribute__((used, retain)) const KernelRecord<sizeof...(A)> Kernel<F, MaxThreads>::softhip_record =
    Kernel<F, MaxThreads>::record(std::index_sequence_for<A...>());

template <class... A, void (*F)(A...), unsigned MaxThreads>
__attribute__((used)) void (*const Kernel<F, MaxThreads>::softhip_symbol)(A...) = F;

// A variable that the host can reach by its symbol.
struct Variable {
  const volatile void* address;
  uint64_t size;
  uint32_t align;
  uint32_t kind;  // 0 __device__, 1 __constant__, 2 __managed__
};

}  // namespace softhip
