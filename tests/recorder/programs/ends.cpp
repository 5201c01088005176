// ends HOW: three calls, then the end of the process in one way or another.
#include <signal.h>

#include <string>
#include <thread>

#include "check.h"

static int calls_at_exit;

int main(int, char** argv) {
  const std::string how = argv[1];
  for (int i = 0; i < 3; ++i) TRY(hipSetDevice(0));
  if (how == "exit") exit(7);
  if (how == "_exit") _exit(7);
  if (how == "quick_exit") quick_exit(7);
  if (how == "abort") abort();
  if (how == "segv") {
    signal(SIGSEGV, SIG_DFL);  // a sanitizer has a handler
    raise(SIGSEGV);
  }
  if (how == "thread") std::thread([] { exit(7); }).join();
  if (how == "atexit") {
    // Registered after the recorder's own handler, and before: none of the calls may be lost.
    atexit([] { TRY(hipSetDevice(0)); });
    calls_at_exit = 1;
  }
  return 7;
}

// After main and its exit handlers.
__attribute__((destructor)) static void late() {
  if (calls_at_exit) TRY(hipSetDevice(0));
}
