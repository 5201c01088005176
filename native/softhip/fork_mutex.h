// A mutex that fork leaves free: no thread of the parent can take it into the child locked.
#pragma once

#include <mutex>

namespace softhip {

class ForkMutex : public std::mutex {
 public:
  // A thread that holds one takes only ones further down this list.
  enum Rank { kOuter, kHandles, kRanks };

  explicit ForkMutex(Rank rank = kOuter);

  const Rank rank;

  static void lock_all();
  static void unlock_all();
};

}  // namespace softhip
