// The driver's entry points that are handed through untouched.
#pragma once

namespace hrr {
namespace door {

// The driver's own function of that name, null when it has none.
void* entry_point(const char* name);

// Our function for one of the driver's, whatever the name it was asked for by; null for one that is not ours to see.
void* ours_for(void* function);

}  // namespace door
}  // namespace hrr
