// A piece of work in a stream: any callable, moved in, run once. Small ones need no memory of their own.
#pragma once

#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

namespace softhip {

class Op {
 public:
  Op() = default;

  template <typename Fn, typename = std::enable_if_t<!std::is_same_v<std::decay_t<Fn>, Op>>>
  Op(Fn&& fn) {  // NOLINT: implicit, so that a lambda can be passed
    using Callable = std::decay_t<Fn>;
    static_assert(std::is_nothrow_move_constructible_v<Callable>);
    if constexpr (sizeof(Callable) <= kInline && alignof(Callable) <= alignof(std::max_align_t)) {
      new (storage_) Callable(std::forward<Fn>(fn));
      actions_ = &kInlineActions<Callable>;
    } else {
      new (storage_) Callable*(new Callable(std::forward<Fn>(fn)));
      actions_ = &kHeapActions<Callable>;
    }
  }

  Op(Op&& other) noexcept { take(other); }
  Op& operator=(Op&& other) noexcept {
    if (this != &other) {
      clear();
      take(other);
    }
    return *this;
  }
  Op(const Op&) = delete;
  Op& operator=(const Op&) = delete;
  ~Op() { clear(); }

  explicit operator bool() const { return actions_ != nullptr; }
  void operator()() { actions_->run(storage_); }

 private:
  static constexpr size_t kInline = 96;

  struct Actions {
    void (*run)(void*);
    void (*move)(void* to, void* from);  // and destroy `from`
    void (*destroy)(void*);
  };

  template <typename Callable>
  static constexpr Actions kInlineActions = {
      [](void* at) { (*static_cast<Callable*>(at))(); },
      [](void* to, void* from) {
        new (to) Callable(std::move(*static_cast<Callable*>(from)));
        static_cast<Callable*>(from)->~Callable();
      },
      [](void* at) { static_cast<Callable*>(at)->~Callable(); },
  };

  template <typename Callable>
  static constexpr Actions kHeapActions = {
      [](void* at) { (**static_cast<Callable**>(at))(); },
      [](void* to, void* from) { *static_cast<Callable**>(to) = *static_cast<Callable**>(from); },
      [](void* at) { delete *static_cast<Callable**>(at); },
  };

  void take(Op& other) {
    actions_ = other.actions_;
    if (actions_ != nullptr) actions_->move(storage_, other.storage_);
    other.actions_ = nullptr;
  }
  void clear() {
    if (actions_ != nullptr) actions_->destroy(storage_);
    actions_ = nullptr;
  }

  alignas(std::max_align_t) unsigned char storage_[kInline];
  const Actions* actions_ = nullptr;
};

}  // namespace softhip
