// SPDX-License-Identifier: Apache-2.0
// How the ring and the sleep words touch their words in the model of memory (interleavings.hpp),
// with the orders of DirectAccess or weaker ones.
#pragma once
#include <atomic>
#include <optional>
#include <utility>

#include "model_words.hpp"

namespace orbweaver::transport::ring {

/// The order that each access of DirectAccess really has.
struct Orders {
  std::memory_order load_acquire = std::memory_order_acquire;
  std::memory_order store_release = std::memory_order_release;
  std::memory_order fence = std::memory_order_seq_cst;  // relaxed: no fence
};

template <Orders orders = Orders{}>
struct ModelAccess {
  template <class Word>
  [[nodiscard]] static Word load_acquire(const Word& word) noexcept {
    return model::load(word, orders.load_acquire);
  }
  template <class Word>
  [[nodiscard]] static Word load_relaxed(const Word& word) noexcept {
    return model::load(word, std::memory_order_relaxed);
  }
  template <class Word>
  static void store_release(Word& word, Word value) noexcept {
    model::store(word, value, orders.store_release);
  }
  template <class Word>
  static void store_relaxed(Word& word, Word value) noexcept {
    model::store(word, value, std::memory_order_relaxed);
  }
  template <class Word>
  static void store_plain(Word& word, Word value) noexcept {
    model::write_plain(word, value);
  }
  template <class Word>
  [[nodiscard]] static bool compare_exchange_relaxed(Word& word, Word& expected,
                                                     Word value) noexcept {
    const auto exchange = [&](Word old) {
      return old == expected ? std::optional{value} : std::nullopt;
    };
    const auto old =
        model::modify(word, exchange, std::memory_order_relaxed, std::memory_order_relaxed);
    return old == std::exchange(expected, old);
  }
  static void fence() noexcept {
    if (orders.fence != std::memory_order_relaxed) model::fence(orders.fence);
  }
};

}  // namespace orbweaver::transport::ring
