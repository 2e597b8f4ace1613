// SPDX-License-Identifier: Apache-2.0
// Simulated: orb/os has the product's. Every operation is a point, and all are sequentially
// consistent: what weaker orders allow is explored by models (docs/verify/models.md).
#pragma once
#include <orbweaver/sim/points.hpp>
#include <orbweaver/sim/thread.hpp>
#include <orbweaver/sim/words.hpp>

#include <atomic>
#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace orbweaver::os {

namespace detail {

/// The operations of an atomic word that lies somewhere.
template <class T>
class AtomicOperations {
 public:
  using Order = std::memory_order;

  static T load(const T& word) noexcept {
    sim::point(sim::kAtomicStep);
    return word;
  }
  static T exchange(T& word, T value) noexcept {
    sim::point(sim::kAtomicStep);
    return std::exchange(word, value);
  }
  static bool compare_exchange(T& word, T& expected, T value) noexcept {
    sim::point(sim::kAtomicStep);
    if (word != expected) {
      expected = word;
      return false;
    }
    word = value;
    return true;
  }
};

}  // namespace detail

template <class T>
class Atomic {
  using Order = std::memory_order;
  using Operations = detail::AtomicOperations<T>;

 public:
  using value_type = T;
  static constexpr bool is_always_lock_free = true;

  constexpr Atomic() noexcept = default;
  constexpr Atomic(T value) noexcept : value_(value) {}  // as std::atomic: implicit
  Atomic(const Atomic&) = delete;
  Atomic& operator=(const Atomic&) = delete;

  T load(Order /*order*/ = {}) const noexcept { return Operations::load(value_); }
  operator T() const noexcept { return load(); }
  void store(T value, Order /*order*/ = {}) noexcept { (void)Operations::exchange(value_, value); }
  T operator=(T value) noexcept {
    store(value);
    return value;
  }
  T exchange(T value, Order /*order*/ = {}) noexcept { return Operations::exchange(value_, value); }
  bool compare_exchange_strong(T& expected, T value, Order /*success*/ = {},
                               Order /*failure*/ = {}) noexcept {
    return Operations::compare_exchange(value_, expected, value);
  }
  bool compare_exchange_weak(T& expected, T value, Order /*success*/ = {},
                             Order /*failure*/ = {}) noexcept {
    return Operations::compare_exchange(value_, expected, value);
  }

  // From the look to the wait no other thread runs: no notification is missed.
  void wait(T old, Order /*order*/ = {}) const noexcept {
    for (;;) {
      const sim::Uninterrupted whole;
      if (load() != old) return;
      sim::wait_at_words();
    }
  }
  void notify_all() noexcept {
    sim::wake_at_words();
    sim::point(sim::kAtomicStep);
  }

  T fetch_add(auto update, Order /*order*/ = {}) noexcept
    requires requires(T value) { value + update; }
  {
    return change([&](T value) { return static_cast<T>(value + step(update)); });
  }
  T fetch_sub(auto update, Order /*order*/ = {}) noexcept
    requires requires(T value) { value - update; }
  {
    return change([&](T value) { return static_cast<T>(value - step(update)); });
  }
  T fetch_or(T update, Order /*order*/ = {}) noexcept
    requires std::integral<T>
  {
    return change([&](T value) { return static_cast<T>(value | update); });
  }
  T fetch_and(T update, Order /*order*/ = {}) noexcept
    requires std::integral<T>
  {
    return change([&](T value) { return static_cast<T>(value & update); });
  }
  T operator++() noexcept { return static_cast<T>(fetch_add(1) + 1); }
  T operator++(int) noexcept { return fetch_add(1); }
  T operator--() noexcept { return static_cast<T>(fetch_sub(1) - 1); }
  T operator--(int) noexcept { return fetch_sub(1); }
  T operator+=(T update) noexcept { return static_cast<T>(fetch_add(update) + update); }
  T operator-=(T update) noexcept { return static_cast<T>(fetch_sub(update) - update); }

 private:
  static constexpr auto step(auto update) noexcept {
    if constexpr (std::is_pointer_v<T>)
      return update;
    else
      return static_cast<T>(update);
  }

  template <class Change>
  T change(Change compute) noexcept {
    sim::point(sim::kAtomicStep);
    return std::exchange(value_, compute(value_));
  }

  T value_{};
};

template <class T>
class AtomicRef {
 public:
  static constexpr bool is_always_lock_free = true;
  explicit AtomicRef(T& word) noexcept : word_(word) {}

  T load(std::memory_order /*order*/ = {}) const noexcept {
    return detail::AtomicOperations<T>::load(word_);
  }
  void store(T value, std::memory_order /*order*/ = {}) const noexcept {
    (void)detail::AtomicOperations<T>::exchange(word_, value);
  }
  bool compare_exchange_strong(T& expected, T value,
                               std::memory_order /*order*/ = {}) const noexcept {
    return detail::AtomicOperations<T>::compare_exchange(word_, expected, value);
  }

 private:
  T& word_;
};

inline void atomic_thread_fence(std::memory_order /*order*/) noexcept {
  sim::point(sim::kAtomicStep);
}

}  // namespace orbweaver::os
