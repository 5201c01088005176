// Modules, functions and what compilers register: which kernel a handle or a host function stands for.
//
// The tables outlive a fork, as a child launches kernels that its parent registered. Whatever a handle means is looked
// up at the moment of the launch; an unloaded module takes its functions with it, as the runtime gives handles out
// again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "recorder/code_object.h"
#include "recorder/hash.h"

namespace hrr {

class Session;

struct KernelRef {
  std::shared_ptr<const void> owner;  // keeps `kernel` alive
  const Kernel* kernel = nullptr;     // null: only the name is known
  Key code;
  std::string name;
};

// After a successful load: stores the code object and returns its key, Key{} if the image is of no known kind.
Key module_loaded(Session& session, uint64_t module, const void* image);
Key module_loaded_file(Session& session, uint64_t module, const char* path);
void module_unloaded(uint64_t module);
void function_found(uint64_t function, uint64_t module, const char* name);
void global_found(uint64_t module, uint64_t address, uint64_t size);
void function_is(uint64_t function, uint64_t kernel);        // hipKernelGetFunction
void function_of_host(uint64_t function, const void* host);  // hipGetFuncBySymbol

// Registrations. The bundle's key and size come back; Key{}, 0 if it is not recognised.
std::pair<Key, uint64_t> fat_binary_registered(Session& session, void** modules, const void* data);
void host_function_registered(void** modules, const void* host, const char* name);
void variable_registered(void** modules, const void* variable, uint64_t size);
void fat_binary_dropped(void** modules);

// Keeps a registration's record, to be written again by a forked child. `address_at` is where in the record the device
// address of a variable goes, 0 = nowhere; `hash_at` where the hash of the bundle is.
void keep_registration(void** modules, uint16_t api, const uint8_t* record, size_t length, uint64_t logged_at,
                       size_t hash_at, const void* variable, size_t address_at);
void write_registrations(Session& session, uint64_t time_ns, uint64_t thread);

// The device address of a registered variable, 0 if the runtime does not say. Notes it in the variable's record.
uint64_t variable_address(Session& session, const void* variable);

// A function that the program had from nowhere we saw: its module and name are asked for. False: nobody knows it.
bool trace_function(uint64_t function);
// A second handle of a module or library.
void module_is(uint64_t module, uint64_t library);

bool find_function(Session& session, uint64_t function, KernelRef* found);
bool find_host_function(Session& session, const void* host, KernelRef* found);

void modules_lock();
void modules_unlock();

}  // namespace hrr
