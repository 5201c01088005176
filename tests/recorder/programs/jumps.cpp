// jumps HOW [HITS]: leaves calls by jumps out of a signal handler, HITS times, while another thread makes calls too.
// Then a hipMalloc and its hipFree, which have to be recorded, and the same ten times in the other thread.
//
//   calls      a handler on the thread's own stack
//   altstack   a handler on a stack of its own
//   copies     HITS copies, which are only left from the recorder's own code: the allocator is none to be jumped out of
//   within     as calls, but the handler jumps back into itself, and returns: the call goes on
#include <link.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/time.h>
#include <ucontext.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "check.h"

static sigjmp_buf back;
static volatile sig_atomic_t hits, ready;
static bool within, copying;
static uint64_t recorder_from, recorder_to;

static int find_recorder(dl_phdr_info* info, size_t, void*) {
  if (!strstr(info->dlpi_name, "libamdhip64.so.7") || recorder_from != 0) return 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& part = info->dlpi_phdr[i];
    if (part.p_type != PT_LOAD || !(part.p_flags & PF_X)) continue;
    recorder_from = info->dlpi_addr + part.p_vaddr;
    recorder_to = recorder_from + part.p_memsz;
  }
  return 0;
}

static void handler(int, siginfo_t*, void* context) {
  if (!ready && !within) return;  // there is no place to jump to yet
  hits = hits + 1;
  const auto at = static_cast<uint64_t>(static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP]);
  if (copying && (at < recorder_from || at >= recorder_to)) return;
  if (!within) siglongjmp(back, 1);
  sigjmp_buf here;
  volatile int made = 0;
  if (sigsetjmp(here, 1) == 0) {
    (void)hipGetLastError();
    made = 1;
    siglongjmp(here, 1);
  }
  if (made != 1) _exit(97);
}

static void interrupted_copies(int count) {
  static uint64_t bytes[64];
  void* device = device_memory(sizeof bytes);
  for (volatile int i = 0; i < count; i = i + 1) {
    if (sigsetjmp(back, 1) != 0) continue;
    ready = 1;
    bytes[0] = static_cast<uint64_t>(i);
    (void)hipMemcpy(device, bytes, sizeof bytes, hipMemcpyHostToDevice);
  }
}

static void interrupted(int wanted) {
  while (hits < wanted) {
    if (sigsetjmp(back, 1) == 0) {
      ready = 1;
      for (;;) {
        (void)hipGetLastError();
        if (within && hits >= wanted) return;
      }
    }
  }
}

int main(int argc, char** argv) {
  const std::string how = argv[1];
  const int wanted = argc > 2 ? atoi(argv[2]) : 1000;
  within = how == "within";
  copying = how == "copies";
  dl_iterate_phdr(find_recorder, nullptr);
  TRY(hipSetDevice(0));
  std::atomic<bool> over{false};
  sigset_t alarm;
  sigemptyset(&alarm);
  sigaddset(&alarm, SIGALRM);
  EXPECT(pthread_sigmask(SIG_BLOCK, &alarm, nullptr) == 0);  // the other thread is born with it
  std::thread other([&] {
    while (!over) {
      TRY(hipSetDevice(0));
      if (copying) usleep(1000);
    }
    for (int i = 0; i < 10; ++i) TRY(hipFree(device_memory(16)));
  });
  EXPECT(pthread_sigmask(SIG_UNBLOCK, &alarm, nullptr) == 0);
  struct sigaction action = {};
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO;
  std::vector<char> stack(1 << 16);
  if (how == "altstack") {
    stack_t own = {};
    own.ss_sp = stack.data();
    own.ss_size = stack.size();
    EXPECT(sigaltstack(&own, nullptr) == 0);
    action.sa_flags |= SA_ONSTACK;
  }
  EXPECT(sigaction(SIGALRM, &action, nullptr) == 0);
  itimerval timer = {{0, 100}, {0, 100}};
  EXPECT(setitimer(ITIMER_REAL, &timer, nullptr) == 0);
  if (copying)
    interrupted_copies(wanted);
  else
    interrupted(wanted);
  signal(SIGALRM, SIG_IGN);
  timer = {};
  EXPECT(setitimer(ITIMER_REAL, &timer, nullptr) == 0);
  TRY(hipFree(device_memory(16)));
  over = true;
  other.join();
  return 0;
}
