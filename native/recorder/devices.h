// What the runtime says of itself and its devices.
#pragma once

#include <string>

namespace hrr {

// Asks the runtime, once. Only to be called when the program has used it already: asking first would start it up in a
// process that may yet fork.
void describe_devices();

// The manifest's "metadata", "" before describe_devices().
std::string device_metadata();
// "soft", "amd", or "" before describe_devices().
std::string device_platform();
// The architecture of the calling thread's device ("gfx90a:sramecc+:xnack-", "softhip"), "" if the runtime does not
// say.
std::string current_arch();

}  // namespace hrr
