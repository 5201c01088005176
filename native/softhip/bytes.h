// Where memory comes from. Device and host memory lie in stretches of address space of their own, away from where the
// system puts libraries and stacks, so that a later process can have the same addresses.
#pragma once

#include <cstddef>

#include "softhip/memory.h"

namespace softhip {

// Fresh memory: zero, or the adversary's pattern. False when there is none.
bool get_bytes(size_t size, bool host, Bytes* bytes);
void give_back(const Bytes& bytes);

void lock_bytes();
void unlock_bytes();

}  // namespace softhip
