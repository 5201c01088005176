// Runs a prepared plan: "call this function with these words", in order, with no Python in the loop.
//
// The executor knows nothing of HIP. An op names a function by index and its words by position; the only words that are
// not final before the run are those that name a result slot (a handle that an earlier op created). A check is a plain
// comparison of two byte ranges, made when its copy has landed and never before.
//
// src/hrr/replay/plan.py holds the same structures as NumPy types, executor.py the same functions through ctypes.
#pragma once

#include <cstdint>

#define HRR_EXPORT extern "C" __attribute__((visibility("default")))

namespace hrr {

enum OpFlags : uint16_t {
  kIgnoreReturn = 1,  // void functions, and calls whose answer does not matter
  kCheckNow = 2,      // the op is a blocking copy: its check compares as soon as the call returns
  kCheckLater = 4,    // the op records an event behind an asynchronous copy: its check compares when the event is done
  kPoll = 8,          // the op is a wait: see which checks have landed since
  kDrain = 16,        // the op waits for everything: wait for every pending check and compare it
  kLastOfThread = 32  // the recorded thread makes no further call
};

struct Op {
  uint32_t words;     // index of the first word
  uint32_t slots;     // bit i: word i is the index of a result slot
  int32_t expected;   // return value
  uint32_t event;     // position of the recorded event
  uint32_t check;     // index + 1 of the check, 0 = none
  uint16_t function;  // index into Plan::functions
  uint16_t thread;
  uint16_t flags;  // OpFlags
  uint16_t count;  // words; more than 6 go to the stack
  uint32_t pad;
};
static_assert(sizeof(Op) == 32, "plan.py holds the same layout");

struct Check {
  const void* actual;
  const void* expected;
  uint64_t nbytes;
  uint64_t slot;  // result slot of the event that says when the copy has landed
};

// A function of the HIP library that takes one handle: query or wait for an event.
using HandleFunction = int (*)(uint64_t);

struct Plan {
  const Op* ops;
  uint64_t op_count;
  const uint64_t* words;  // at least 6 words must be readable behind every op's first one
  uint64_t word_count;
  uint64_t* slots;
  uint64_t slot_count;
  void* const* functions;
  uint64_t function_count;
  const Check* checks;
  uint64_t check_count;
  uint64_t thread_count;
  HandleFunction query;  // 0 = the event is done
  HandleFunction wait;   // returns 0 when the event is done
  uint64_t* current;     // where to publish 1 + the event of the op under way (shared with a watching process)
  uint64_t* durations;   // nanoseconds of each op, or null
};

enum Status : int32_t {
  kDone = 0,       // every op of the range was issued
  kMismatch = 1,   // one or more checks differ: see mismatches
  kError = 2,      // an op returned another value than expected
  kStopped = 3,    // stop_after checks have been compared
  kWaitFailed = 4  // a pending check's copy could not be waited for
};

struct Result {
  int32_t status;
  int32_t returned;   // what the op returned (kError), or the wait (kWaitFailed)
  uint64_t op;        // the op at which the run stopped; a resumed run starts behind it
  uint64_t compared;  // checks compared since the executor was created
  uint64_t mismatches;
};

}  // namespace hrr

// All functions return 0, or -1 for a plan or a range whose indices point outside.
HRR_EXPORT int hrr_executor_create(const hrr::Plan* plan, void** executor);
// Issues ops [from, to) and returns when they are done or something needs a decision. stop_after: return once that many
// checks have been compared (0 = never). The plan's arrays must outlive the executor.
HRR_EXPORT int hrr_executor_run(void* executor, uint64_t from, uint64_t to, uint64_t stop_after, hrr::Result* result);
// Copies the indices of the checks that differed in the last run, at most `capacity`, and returns their number.
HRR_EXPORT uint64_t hrr_executor_mismatches(void* executor, uint32_t* indices, uint64_t capacity);
// Checks that have been issued and not yet compared.
HRR_EXPORT uint64_t hrr_executor_pending(void* executor);
HRR_EXPORT void hrr_executor_destroy(void* executor);
