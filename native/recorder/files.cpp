#include "recorder/files.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

namespace hrr {
namespace {

// Blocks the signals that a write may raise in this thread, and takes back what it raised.
class QuietWrite {
 public:
  QuietWrite() {
    sigset_t deadly;
    sigemptyset(&deadly);
    sigaddset(&deadly, SIGXFSZ);
    sigaddset(&deadly, SIGPIPE);
    ::sigpending(&pending_);
    ::pthread_sigmask(SIG_BLOCK, &deadly, &mask_);
  }

  ~QuietWrite() { ::pthread_sigmask(SIG_SETMASK, &mask_, nullptr); }

  // The write failed with this error. One that waited before is the program's.
  int failed(int error) {
    const int raised = error == EFBIG ? SIGXFSZ : error == EPIPE ? SIGPIPE : 0;
    if (raised == 0 || sigismember(&pending_, raised)) return error;
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, raised);
    const timespec at_once{0, 0};
    while (::sigtimedwait(&one, nullptr, &at_once) < 0 && errno == EINTR) {
    }
    return error;
  }

 private:
  sigset_t pending_, mask_;
};

// `step(bytes, size)` writes some of the bytes.
template <typename Step>
int write_with(const void* data, size_t size, Step step) {
  const char* bytes = static_cast<const char*>(data);
  QuietWrite quiet;
  while (size > 0) {
    const ssize_t done = step(bytes, size);
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) return quiet.failed(errno);
    if (done == 0) return EIO;
    bytes += done;
    size -= static_cast<size_t>(done);
  }
  return 0;
}

}  // namespace

File::~File() {
  if (fd_ >= 0) ::close(fd_);
}

int make_dir(const std::string& path) {
  if (::mkdir(path.c_str(), 0700) != 0) return errno;
  // The umask can only have taken bits away.
  return ::chmod(path.c_str(), 0700) == 0 ? 0 : errno;
}

int make_root(const std::string& path) {
  for (size_t slash = path.find('/', 1); slash != std::string::npos; slash = path.find('/', slash + 1)) {
    const int error = make_dir(path.substr(0, slash));
    if (error != 0 && error != EEXIST) return error;
  }
  const int error = make_dir(path);
  if (error != EEXIST) return error;
  struct stat status;
  if (::lstat(path.c_str(), &status) != 0) return errno;
  if (S_ISLNK(status.st_mode)) return ELOOP;
  return S_ISDIR(status.st_mode) ? 0 : ENOTDIR;
}

int write_all(int fd, const void* data, size_t size) {
  return write_with(data, size, [&](const char* bytes, size_t rest) { return ::write(fd, bytes, rest); });
}

int write_at(int fd, const void* data, size_t size, uint64_t offset) {
  const auto end = static_cast<off_t>(offset + size);
  return write_with(data, size, [&](const char* bytes, size_t rest) {
    return ::pwrite(fd, bytes, rest, end - static_cast<off_t>(rest));
  });
}

int read_file(const std::string& path, std::string* text, size_t limit) {
  File file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  if (!file) return errno;
  text->clear();
  char buffer[4096];
  while (text->size() < limit) {
    const ssize_t done = ::read(file.get(), buffer, sizeof buffer);
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) return errno;
    if (done == 0) break;
    text->append(buffer, static_cast<size_t>(done));
  }
  return 0;
}

int replace_file(const std::string& path, const std::string& text) {
  const std::string temporary = path + "." + std::to_string(::getpid()) + ".tmp";
  if (!size_allowed(text.size())) return EFBIG;
  ::unlink(temporary.c_str());
  int error = 0;
  {
    File file = create_file(temporary);
    if (!file) return errno;
    error = write_all(file.get(), text.data(), text.size());
  }
  if (error == 0 && ::rename(temporary.c_str(), path.c_str()) != 0) error = errno;
  if (error != 0) ::unlink(temporary.c_str());
  return error;
}

File create_file(const std::string& path) {
  File file(::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (file && ::fchmod(file.get(), 0600) != 0) return File();
  return file;
}

File open_file(const std::string& path) { return File(::open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW)); }

bool size_allowed(uint64_t size) {
  struct rlimit limit;
  return ::getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY || size <= limit.rlim_cur;
}

int reserve(int fd, uint64_t from, uint64_t to) {
  if (!size_allowed(to)) return EFBIG;
  QuietWrite quiet;
  for (;;) {
    const int error = ::posix_fallocate(fd, static_cast<off_t>(from), static_cast<off_t>(to - from));
    if (error != EINTR) return quiet.failed(error);
  }
}

}  // namespace hrr
