// Modules: loaded code objects, their functions and variables; and the libraries and fat binaries that hold them.
#pragma once

#include <hip/hip_runtime_api.h>

#include <atomic>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "softhip/handles.h"
#include "softhip/kernel/executor.h"
#include "softhip/state.h"

namespace softhip {

struct Module;

// A kernel on a device: hipFunction_t, and hipKernel_t as well.
struct Function {
  const Kernel* kernel = nullptr;
  Module* module = nullptr;
  std::atomic<int> max_dynamic_shared{0};
  std::atomic<int> carveout{-1};
};

struct Module {
  int device = 0;
  std::unique_ptr<LoadedCode> code;
  std::vector<Function*> functions;  // in order of name
};

// Loads what find_image() understands onto a device. `what` names it in messages; said once on stderr why it fails.
hipError_t load_module(const void* image, size_t size, int device, const char* what, Module** module);

// Reads a file and loads it.
hipError_t load_module_file(const char* path, int device, Module** module);

// Waits for the device, then unloads.
hipError_t unload_module(Module* module);

// nullptr when there is none.
Function* find_function(const Module* module, const char* name);
const Variable* find_variable(const Module* module, const char* name);

Module* find_module(hipModule_t handle);
Function* find_function(hipFunction_t handle);

// Handles of the API.
inline hipModule_t handle_of(Module* module) { return reinterpret_cast<hipModule_t>(module); }
inline hipFunction_t handle_of(Function* function) { return reinterpret_cast<hipFunction_t>(function); }

extern HandlePool<Module> modules;
extern HandlePool<Function> functions;

}  // namespace softhip
