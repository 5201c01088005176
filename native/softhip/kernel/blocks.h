// Runs the blocks of a grid, and within a block its threads.
//
// A block starts as one loop over all its threads, on a fiber. A thread that has to wait (barrier, wave operation) is
// left alone on its fiber, and the rest of the loop goes on on another one; so a kernel pays for fibers only where it
// waits. When every thread of the block waits or has ended, it is decided who may go on.
#pragma once

#include <string>

#include "softhip/kernel/executor.h"

namespace softhip {

// Runs all blocks of a grid on this thread and its helpers; for cooperative launches on a thread for each block.
void run_grid(const std::string& name, abi::Run run, const LaunchShape& shape, const char* arguments);

}  // namespace softhip
