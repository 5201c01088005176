#include "recorder/quiet.h"

#include <signal.h>

#include "recorder/process.h"

namespace hrr {

void hold_signals() {
  Thread& thread = this_thread;
  if (thread.held == 0) {
    sigset_t set;
    sigfillset(&set);
    for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT}) sigdelset(&set, fault);
    // Blocked before it is counted: a handler finds this thread either without any of it or not at all.
    ::pthread_sigmask(SIG_BLOCK, &set, &thread.mask);
  }
  ++thread.held;
}

void let_signals() {
  Thread& thread = this_thread;
  if (--thread.held == 0) ::pthread_sigmask(SIG_SETMASK, &thread.mask, nullptr);
}

}  // namespace hrr
