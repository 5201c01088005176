// Calls that softhip lacks.
#pragma once

namespace softhip {

// Says once for each call, on stderr, that softhip does not have it; sets the thread's last error.
void missing(const char* name);

}  // namespace softhip
