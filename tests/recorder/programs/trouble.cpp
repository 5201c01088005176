// trouble WHAT [N]: programs whose recording cannot go on, or that take away what it stands on.
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <string>
#include <vector>

#include "check.h"

static void copies(int count, size_t size) {
  std::vector<char> bytes(size);
  void* device = device_memory(size);
  for (int i = 0; i < count; ++i) {
    memcpy(bytes.data(), &i, sizeof i);
    TRY(hipMemcpy(device, bytes.data(), size, hipMemcpyHostToDevice));
  }
}

int main(int argc, char** argv) {
  const std::string what = argv[1];
  const int count = argc > 2 ? atoi(argv[2]) : 0;
  if (what == "copies") {
    copies(count, argc > 3 ? atol(argv[3]) : 100000);
  } else if (what == "calls") {
    for (int i = 0; i < count; ++i) TRY(hipSetDevice(0));
  } else if (what == "descriptors") {
    // A program that closes whatever it finds, and gets the same numbers for files of its own.
    TRY(hipSetDevice(0));
    EXPECT(open("/dev/null", O_RDONLY) == 3);
    for (int fd = 3; fd < 64; ++fd) close(fd);
    const int mine = open(argv[3], O_RDWR | O_CREAT | O_TRUNC, 0600);
    EXPECT(mine == 3 && write(mine, "mine", 4) == 4);
    for (int i = 0; i < count; ++i) TRY(hipSetDevice(0));
    copies(100, 100000);
    struct stat status;
    EXPECT(fstat(mine, &status) == 0 && status.st_size == 4);
  } else if (what == "errno") {
    errno = 77;
    TRY(hipSetDevice(0));
    EXPECT(errno == 77);
    copies(100, 100000);
    EXPECT(errno == 77);
    EXPECT(hipSetDevice(9) == hipErrorInvalidDevice && errno == 77);
    EXPECT(hipPeekAtLastError() == hipErrorInvalidDevice);
    TRY(hipSetDevice(0));
    EXPECT(hipGetLastError() == hipErrorInvalidDevice && hipGetLastError() == hipSuccess);
  } else if (what == "signals") {
    // The recorder's worker thread must not be handed a signal of the program's.
    copies(200, 100000);
    static pid_t handler_thread;
    handler_thread = 0;
    struct sigaction action = {};
    action.sa_handler = [](int) { handler_thread = gettid(); };
    EXPECT(sigaction(SIGUSR1, &action, nullptr) == 0);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    EXPECT(pthread_sigmask(SIG_BLOCK, &set, nullptr) == 0);
    EXPECT(kill(getpid(), SIGUSR1) == 0);
    usleep(100000);
    EXPECT(handler_thread == 0);
    EXPECT(pthread_sigmask(SIG_UNBLOCK, &set, nullptr) == 0);
    EXPECT(handler_thread == gettid());
  } else if (what == "limit") {
    // From now on no file may grow beyond COUNT bytes; only this program's own writes may bring the signal. With
    // "waiting" it has blocked one, and still has it afterwards.
    static int raised;
    signal(SIGXFSZ, [](int) { ++raised; });
    void* device = device_memory(8);
    const int mine = open(argv[3], O_RDWR | O_CREAT | O_TRUNC, 0600);
    struct rlimit limit = {static_cast<rlim_t>(count), static_cast<rlim_t>(count)};
    EXPECT(mine >= 0 && setrlimit(RLIMIT_FSIZE, &limit) == 0);
    const bool waiting = argc > 4;
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGXFSZ);
    EXPECT(pthread_sigmask(waiting ? SIG_BLOCK : SIG_UNBLOCK, &set, nullptr) == 0);
    if (waiting) EXPECT(pwrite(mine, "x", 1, count) == -1 && errno == EFBIG);
    copies(50, 100000);
    TRY(hipFree(device));
    EXPECT(raised == 0 && sigpending(&set) == 0 && sigismember(&set, SIGXFSZ) == (waiting ? 1 : 0));
    EXPECT(pthread_sigmask(SIG_BLOCK, nullptr, &set) == 0 && sigismember(&set, SIGXFSZ) == (waiting ? 1 : 0));
    EXPECT(pwrite(mine, "x", 1, count) == -1 && errno == EFBIG && raised == (waiting ? 0 : 1));
    puts("to the end");
  } else if (what == "sizes") {
    // Blobs of every kind of size, first written by this thread, then through the spool.
    copies(100, 50000);
    std::vector<char> bytes(20u << 20);
    for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(i * 2654435761u >> 24);
    void* device = device_memory(bytes.size());
    for (const size_t size : {1, 16, 17, 128, 129, 240, 241, 255, 256, 257, 1023, 1024, 1025, 2049, 4096, 70000,
                              1 << 20, 17 << 20, 20 << 20}) {
      TRY(hipMemcpy(device, bytes.data() + 3, size - (size == bytes.size() ? 3 : 0), hipMemcpyHostToDevice));
    }
  } else if (what == "umask") {
    umask(strtol(argv[2], nullptr, 8));
    copies(3, 100);
  }
  return 0;
}
