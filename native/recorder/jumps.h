// Programs that leave a recorded call by a jump out of a signal handler (siglongjmp).
//
// The recorder stands in front of the C library's longjmp, and there, before the call's frames are gone, undoes what
// the thread was doing: the lock of the event log is given back, a record that is half there is taken out of it, and
// the thread is in no call any more. Work that cannot be undone is not interrupted in the first place (quiet.h).
#pragma once

#include <cstdint>

namespace hrr {

// This thread goes on with its stack pointer there.
void jumping(uint64_t stack);

}  // namespace hrr
