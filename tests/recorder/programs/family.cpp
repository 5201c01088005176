// family HOW: one call, then children made in different ways, each of which makes two calls.
#include <sys/syscall.h>
#include <sys/wait.h>

#include <string>

#include "check.h"

static void child() {
  void* device = device_memory(64);
  TRY(hipFree(device));
}

static void wait_for(pid_t pid) {
  int status = 0;
  EXPECT(waitpid(pid, &status, 0) == pid);
  EXPECT(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

int main(int argc, char** argv) {
  const std::string how = argc > 1 ? argv[1] : "";
  if (how == "again") {
    child();
    return 0;
  }
  TRY(hipSetDevice(0));
  if (how == "fork" || how == "quiet") {
    const pid_t pid = fork();
    if (pid == 0) {
      if (how == "fork") child();
      exit(0);
    }
    wait_for(pid);
  } else if (how == "syscall") {
    const pid_t pid = static_cast<pid_t>(syscall(SYS_fork));
    if (pid == 0) {
      child();
      exit(0);
    }
    wait_for(pid);
  } else if (how == "grandchild") {
    const pid_t pid = fork();
    if (pid == 0) {
      const pid_t inner = fork();
      if (inner == 0) {
        child();
        exit(0);
      }
      wait_for(inner);
      child();
      exit(0);
    }
    wait_for(pid);
  } else if (how == "exec") {
    execl(argv[0], argv[0], "again", static_cast<char*>(nullptr));
    return 97;
  }
  TRY(hipSetDevice(0));
  return 0;
}
