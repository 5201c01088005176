// To be preloaded: the process is killed where space is set aside for a file whose name ends with DIES_AT.
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern "C" int posix_fallocate(int fd, off_t from, off_t size) {
  char link[64], path[4096] = "";
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  const char* wanted = getenv("DIES_AT");
  const ssize_t length = readlink(link, path, sizeof path - 1);
  const size_t tail = wanted ? strlen(wanted) : 0;
  if (tail > 0 && length >= static_cast<ssize_t>(tail) && strcmp(path + length - tail, wanted) == 0) raise(SIGKILL);
  return fallocate(fd, 0, from, size) == 0 ? 0 : 95;
}
