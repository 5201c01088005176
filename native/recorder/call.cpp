#include "recorder/call.h"

#include <cstring>
#include <exception>

namespace hrr {

Session* Call::open() {
  // Reads of ours must not change what the program finds in errno.
  const int saved = errno;
  const NoSignals quiet;
  Session* session = Session::current();
  errno = saved;
  return session;
}

void Call::failed(const char* why) {
  try {
    session_->stop(why);
  } catch (const std::exception&) {
    // Not even memory for the reason: the log simply ends here.
    session_->log.seal();
  }
}

void Call::log_failed() {
  if (const int error = session_->log.error()) session_->stop(std::string("the event log: ") + ::strerror(error));
}

void LongRecord::add_string(const char* text) {
  const size_t length = text ? ::strnlen(text, 65535) : 0;
  add(static_cast<uint16_t>(length));
  add_bytes(text, length);
}

}  // namespace hrr
