#include "recorder/files.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace hrr {

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
  const char* bytes = static_cast<const char*>(data);
  while (size > 0) {
    const ssize_t done = ::write(fd, bytes, size);
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) return errno;
    if (done == 0) return EIO;
    bytes += done;
    size -= static_cast<size_t>(done);
  }
  return 0;
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
  for (;;) {
    const int error = ::posix_fallocate(fd, static_cast<off_t>(from), static_cast<off_t>(to - from));
    if (error != EINTR) return error;
  }
}

}  // namespace hrr
