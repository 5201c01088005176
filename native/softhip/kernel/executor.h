// Kernel executors: each can load the code objects of one machine and run their kernels.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "softhip/kernel/code_object.h"

namespace softhip {

struct LaunchShape {
  abi::Dim grid;
  abi::Dim block;
  uint32_t shared;  // bytes of dynamic shared memory
  bool cooperative;

  uint64_t blocks() const { return uint64_t{grid.x} * grid.y * grid.z; }
  uint64_t threads() const { return uint64_t{block.x} * block.y * block.z; }
};

class Kernel {
 public:
  explicit Kernel(KernelInfo info) : info_(std::move(info)) {}
  virtual ~Kernel() = default;
  const KernelInfo& info() const { return info_; }

  // Runs all blocks; returns when they are done. `arguments` has the metadata's size and alignment.
  virtual void run(const LaunchShape& shape, const char* arguments) const = 0;

 private:
  KernelInfo info_;
};

struct Variable {
  VariableInfo info;
  char* address;
};

// A loaded code object. Destroying it unloads it; no kernel of it may run then.
struct LoadedCode {
  virtual ~LoadedCode() = default;
  std::vector<std::unique_ptr<Kernel>> kernels;
  std::vector<Variable> variables;
};

class KernelExecutor {
 public:
  virtual ~KernelExecutor() = default;
  virtual bool accepts(const CodeObject& object) const = 0;

  // nullptr when it cannot be loaded; `why` says the reason.
  virtual std::unique_ptr<LoadedCode> load(const CodeObject& object, std::string* why) const = 0;
};

// Runs code objects that are x86-64 shared objects, made by softhipcc.
const KernelExecutor& native_executor();

// The executor for a code object, or nullptr.
const KernelExecutor* executor_for(const CodeObject& object);

}  // namespace softhip
