// SPDX-License-Identifier: Apache-2.0
// Words for interleavings.hpp: accesses to any integer, pointer or enum, and an atomic, a mutex and
// a bell with the interfaces of the real ones. Outside of a run's threads they are plain memory.
#pragma once
#include <atomic>
#include <concepts>
#include <cstring>
#include <optional>
#include <type_traits>

#include "interleavings.hpp"

namespace orbweaver::model {

template <class Word>
concept FitsInWord = std::is_trivially_copyable_v<Word> && sizeof(Word) <= sizeof(Value);

template <FitsInWord Word>
Value to_value(const Word& word) noexcept {
  Value value = 0;
  std::memcpy(&value, &word, sizeof word);
  return value;
}
template <FitsInWord Word>
Word from_value(Value value) noexcept {
  Word word;
  std::memcpy(&word, &value, sizeof word);
  return word;
}
template <FitsInWord Word>
Place place_of(const Word& word) noexcept {
  return {&word, sizeof word};
}

template <FitsInWord Word>
Word load(const Word& word, std::memory_order order) {
  auto* const trial = Trial::current();
  if (trial == nullptr) return word;
  trial->step();
  const auto value = trial->memory().load(trial->thread(), place_of(word), order);
  trial->stop_if_failed();
  return from_value<Word>(value);
}

/// It comes at once, without a step before it. If it came later, other threads would read older
/// values until then, and store theirs before it; they may do so anyway.
template <FitsInWord Word>
void store(Word& word, Word value, std::memory_order order) {
  auto* const trial = Trial::current();
  if (trial == nullptr) {
    word = value;
    return;
  }
  if (order == std::memory_order_seq_cst) trial->step();
  trial->memory().store(trial->thread(), place_of(word), to_value(value), order);
  trial->stop_if_failed();
}

/// `change` gets the old value and returns the new one, or nothing: then it is only a load, with
/// its own order. Returns the old value.
template <FitsInWord Word, class Change>
Word modify(Word& word, const Change& change, std::memory_order order,
            std::memory_order order_of_load) {
  auto* const trial = Trial::current();
  if (trial == nullptr) {
    const auto old = word;
    word = change(old).value_or(old);
    return old;
  }
  trial->step();
  const auto change_value = [&](Value old) -> std::optional<Value> {
    const std::optional<Word> next = change(from_value<Word>(old));
    return next ? std::optional{to_value(*next)} : std::nullopt;
  };
  const auto old =
      trial->memory().modify(trial->thread(), place_of(word), change_value, order, order_of_load);
  trial->stop_if_failed();
  return from_value<Word>(old);
}

inline void fence(std::memory_order order) {
  auto* const trial = Trial::current();
  if (trial == nullptr) return;
  if (order == std::memory_order_seq_cst) trial->step();
  trial->memory().fence(trial->thread(), order);
}

/// Accesses that are not atomic, so must not race.
template <FitsInWord Word>
Word read_plain(const Word& word) {
  auto* const trial = Trial::current();
  if (trial == nullptr) return word;
  const auto value = trial->memory().read_plain(trial->thread(), place_of(word));
  trial->stop_if_failed();
  return from_value<Word>(value);
}
template <FitsInWord Word>
void write_plain(Word& word, Word value) {
  auto* const trial = Trial::current();
  if (trial == nullptr) {
    word = value;
    return;
  }
  trial->memory().write_plain(trial->thread(), place_of(word), to_value(value));
  trial->stop_if_failed();
}

/// What a load with the order of a modification may have.
constexpr std::memory_order order_of_load(std::memory_order order) noexcept {
  if (order == std::memory_order_acq_rel) return std::memory_order_acquire;
  return order == std::memory_order_release ? std::memory_order_relaxed : order;
}

/// Like std::atomic. compare_exchange_weak fails only if the value differs.
template <FitsInWord T>
class Atomic {
 public:
  using Order = std::memory_order;
  static constexpr Order kDefault = std::memory_order_seq_cst;

  constexpr Atomic() noexcept = default;
  constexpr Atomic(T value) noexcept : value_(value) {}  // implicit, as std::atomic's
  Atomic(const Atomic&) = delete;
  Atomic& operator=(const Atomic&) = delete;

  [[nodiscard]] T load(Order order = kDefault) const { return model::load(value_, order); }
  operator T() const { return load(); }  // implicit, as std::atomic's
  void store(T value, Order order = kDefault) { model::store(value_, value, order); }
  T operator=(T value) {
    store(value);
    return value;
  }

  T exchange(T value, Order order = kDefault) {
    return change([=](T) { return value; }, order);
  }
  T fetch_add(T operand, Order order = kDefault) {
    return change([=](T old) { return static_cast<T>(old + operand); }, order);
  }
  T fetch_sub(T operand, Order order = kDefault) {
    return change([=](T old) { return static_cast<T>(old - operand); }, order);
  }
  T fetch_and(T operand, Order order = kDefault) {
    return change([=](T old) { return static_cast<T>(old & operand); }, order);
  }
  T fetch_or(T operand, Order order = kDefault) {
    return change([=](T old) { return static_cast<T>(old | operand); }, order);
  }
  T operator++() { return static_cast<T>(fetch_add(1) + 1); }
  T operator--() { return static_cast<T>(fetch_sub(1) - 1); }

  bool compare_exchange_strong(T& expected, T value, Order order, Order order_of_failure) {
    const auto exchange = [&](T old) {
      return old == expected ? std::optional{value} : std::nullopt;
    };
    const auto old = modify(value_, exchange, order, order_of_failure);
    return old == std::exchange(expected, old);
  }
  bool compare_exchange_strong(T& expected, T value, Order order = kDefault) {
    return compare_exchange_strong(expected, value, order, order_of_load(order));
  }
  bool compare_exchange_weak(T& expected, T value, Order order, Order order_of_failure) {
    return compare_exchange_strong(expected, value, order, order_of_failure);
  }
  bool compare_exchange_weak(T& expected, T value, Order order = kDefault) {
    return compare_exchange_strong(expected, value, order);
  }

 private:
  template <class Change>
  T change(const Change& change, Order order) {
    return modify(
        value_, [&](T old) { return std::optional<T>{change(old)}; }, order, order_of_load(order));
  }

  T value_{};
};

/// A variable that is not atomic.
template <FitsInWord T>
class Plain {
 public:
  Plain() noexcept = default;
  explicit Plain(T value) noexcept : value_(value) {}
  [[nodiscard]] T read() const { return read_plain(value_); }
  void write(T value) { write_plain(value_, value); }

 private:
  T value_{};
};

/// Like std::mutex. A thread that holds it sees all that was done under it before.
class Mutex {
 public:
  void lock() {
    if (auto* const trial = Trial::current())
      trial->wait_until([&] { return trial->memory().newest(place_of(is_locked_)) == 0; });
    const auto take = [](std::uint32_t) { return std::optional{std::uint32_t{1}}; };
    take_or_give(take, std::memory_order_acquire);
  }
  void unlock() {
    const auto give = [](std::uint32_t) { return std::optional{std::uint32_t{0}}; };
    take_or_give(give, std::memory_order_release);
  }

 private:
  template <class Change>
  void take_or_give(const Change& change, std::memory_order order) {
    auto* const trial = Trial::current();
    if (trial == nullptr) return;
    const auto change_value = [&](Value) -> std::optional<Value> { return *change(0); };
    (void)trial->memory().modify(trial->thread(), place_of(is_locked_), change_value, order,
                                 std::memory_order_relaxed);
  }

  std::uint32_t is_locked_ = 0;
};

/// A byte in a socket, for example: wakes a thread, and orders nothing.
class Bell {
 public:
  void ring() {
    auto& trial = *Trial::current();
    trial.step();
    trial.memory().put(trial.thread(), place_of(is_rung_), 1);
  }
  /// Waits until it was rung since the last wait().
  void wait() {
    auto& trial = *Trial::current();
    trial.wait_until([&] { return trial.memory().newest(place_of(is_rung_)) != 0; });
    trial.memory().put(trial.thread(), place_of(is_rung_), 0);
  }

 private:
  std::uint32_t is_rung_ = 0;
};

}  // namespace orbweaver::model
