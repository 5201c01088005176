// Files that only their owner can read, created without following a symbolic link. No descriptor stays open between
// calls: the recorded program may close or reuse any number it likes. No write beyond RLIMIT_FSIZE or into a pipe that
// nobody reads raises a signal: the program did not ask for it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace hrr {

// A descriptor that closes itself.
class File {
 public:
  explicit File(int fd = -1) : fd_(fd) {}
  File(File&& other) noexcept : fd_(other.fd_) { other.fd_ = -1; }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File();
  int get() const { return fd_; }
  explicit operator bool() const { return fd_ >= 0; }

 private:
  int fd_;
};

// All return 0 or an errno value.
int make_dir(const std::string& path);   // mode 0700 under any umask; EEXIST when it is there
int make_root(const std::string& path);  // with its parents; refuses a symbolic link (ELOOP), accepts a directory
int write_all(int fd, const void* data, size_t size);
int write_at(int fd, const void* data, size_t size, uint64_t offset);
int read_file(const std::string& path, std::string* text, size_t limit);
int replace_file(const std::string& path, const std::string& text);  // temporary file and rename

File create_file(const std::string& path);  // mode 0600 under any umask, must not exist; errno says why not
File open_file(const std::string& path);    // read and write

// Gives the range [from, to) of a file real blocks, so that a store into its mapping cannot fail. Heeds RLIMIT_FSIZE.
// Returns 0 or an errno value.
int reserve(int fd, uint64_t from, uint64_t to);

// Whether a file may grow to this size under RLIMIT_FSIZE.
bool size_allowed(uint64_t size);

}  // namespace hrr
