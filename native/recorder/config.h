// What the environment asks for. Read once, when the library is loaded.
//
//   HIP_HRR_CAPTURE_OUTPUT  directory to record into; unset or blank: nothing is recorded
//   HRR_FORMAT              8 (default) or 7
//   HRR_CONTENT             full (default), or none: no bytes of the program's buffers
//   HRR_SNAPSHOTS           on (default), or off: no bytes of pinned memory before launches
//   HRR_BLOB_HASH           xxh3 (default) or reference
//   HRR_SPOOL_MB            size of the spool, set aside as soon as it is needed; 0 = none. Without it the spool grows
//   on
//                           demand to 256 MB
//   HRR_REPORT              file to which messages go instead of standard error
//   HRR_REAL_LIBRARY        the HIP library behind the recorder
#pragma once

#include <cstdint>
#include <string>

#include "recorder/hash.h"

namespace hrr {

struct Config {
  std::string output;  // absolute; "" = off
  uint16_t version = 8;
  bool content = true;
  bool snapshots = true;
  HashKind hash = HashKind::kXxh3;
  size_t spool = 256u << 20;  // bytes
  bool spool_at_once = false;
};

const Config& config();

// Whether launches are to carry the pinned memory that they reach.
inline bool takes_snapshots() { return config().snapshots && config().content && config().version >= 8; }

// One line for the user: to HRR_REPORT or standard error, with "hrr: " in front.
void message(const std::string& text);

}  // namespace hrr
