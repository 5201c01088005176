// What belongs to one process and to one thread.
#pragma once

#include <signal.h>

#include <atomic>
#include <cstdint>

namespace hrr {

class Session;
struct InflightSlot;

// Lies in a page that a forked child finds full of zeros, by whatever call it was forked.
struct Process {
  std::atomic<Session*> session;  // null: not opened yet
  std::atomic<bool> nothing;      // there is nothing to record, or it could not be opened
  std::atomic<bool> opening;
};

Process& process();

struct Thread {
  Session* session;  // the one that `slot` belongs to
  InflightSlot* slot;
  uint64_t id;
  uint64_t call;  // where the frame of the recorded call lies that this thread is in, 0 = in none
  unsigned held;  // see quiet.h
  sigset_t mask;
};

extern __thread Thread this_thread __attribute__((tls_model("initial-exec")));

// Makes this_thread belong to the session.
void bind_thread(Session* session);

}  // namespace hrr
