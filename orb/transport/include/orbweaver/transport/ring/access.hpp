// SPDX-License-Identifier: Apache-2.0
// How the two sides of a queue touch the words that they share. A model test puts its own in.
#pragma once

#include <orbweaver/os/atomic.hpp>

namespace orbweaver::transport::ring {

/// With the processor's instructions. The words lie in memory that may be another process's, so
/// they are plain integers, naturally aligned, and never touched otherwise while they are shared.
struct DirectAccess {
  template <class Word>
  [[nodiscard]] static Word load_acquire(const Word& word) noexcept {
    return reference_to(word).load(std::memory_order_acquire);
  }
  template <class Word>
  [[nodiscard]] static Word load_relaxed(const Word& word) noexcept {
    return reference_to(word).load(std::memory_order_relaxed);
  }
  template <class Word>
  static void store_release(Word& word, Word value) noexcept {
    os::AtomicRef<Word>{word}.store(value, std::memory_order_release);
  }
  template <class Word>
  static void store_relaxed(Word& word, Word value) noexcept {
    os::AtomicRef<Word>{word}.store(value, std::memory_order_relaxed);
  }
  /// Of a word that the other side loads only after a store_release() that follows.
  template <class Word>
  static void store_plain(Word& word, Word value) noexcept {
    word = value;
  }
  /// Whether the word was `expected` and is `value` now; else `expected` is what it was.
  template <class Word>
  [[nodiscard]] static bool compare_exchange_relaxed(Word& word, Word& expected,
                                                     Word value) noexcept {
    return os::AtomicRef<Word>{word}.compare_exchange_strong(expected, value,
                                                             std::memory_order_relaxed);
  }
  /// Between a store and a load of another word, on both sides of a question like "does it sleep?".
  static void fence() noexcept { os::atomic_thread_fence(std::memory_order_seq_cst); }

 private:
  template <class Word>
  static os::AtomicRef<Word> reference_to(const Word& word) noexcept {
    static_assert(os::AtomicRef<Word>::is_always_lock_free);
    return os::AtomicRef<Word>{
        const_cast<Word&>(word)};  // only loaded: the memory may be read-only
  }
};

}  // namespace orbweaver::transport::ring
