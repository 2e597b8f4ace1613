// SPDX-License-Identifier: Apache-2.0
// The hand-off words of one connection: the thread that reads it now has one, and so has each
// thread that handed over and is still in a servant.
//
//   thread R reads with word 1, enters a servant that takes long
//   thread N takes over: word 1 says "handed over"; N reads with word 2
//   N enters a servant that takes long, too; thread M takes over, and reads with word 3
//   R returns, finds "handed over" in word 1, and leaves. Word 1 is free: the next thread that
//   takes over uses it.
#pragma once
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/wire/reader_handoff.hpp>

#include <algorithm>
#include <atomic>
#include <deque>
#include <mutex>
#include <new>

namespace orbweaver::server {

/// Threads: any. Under load several threads may try to take over from one reader: the watch starts
/// a thread at each look for as long as the reader stays in its servant. Each thread needs a word
/// first.
class ReaderHandoffs {
 public:
  /// The word of the thread that reads now.
  [[nodiscard]] wire::ReaderHandoff& present() const noexcept {
    return *present_.load(std::memory_order_acquire);  // pairs with the release in take_over
  }
  /// Returns true if the calling thread reads from now on, in place of the reader that was in a
  /// servant at `look`. Returns false if that reader has returned and reads on, or if there is no
  /// memory for another word.
  [[nodiscard]] bool take_over(wire::ReaderHandoff::Look look) noexcept {
    const std::lock_guard lock(mutex_);
    auto* const mine = free_word();  // first: a hand-over cannot be taken back
    if (mine == nullptr || !present().take_over(look)) return false;
    mine->restart();
    present_.store(mine, std::memory_order_release);  // pairs with the acquire in present()
    return true;
  }
  /// Whether a reader that handed over still runs a request.
  [[nodiscard]] bool is_any_other_in_servant() const noexcept {
    const std::lock_guard lock(mutex_);
    return std::ranges::any_of(all_, [this](const wire::ReaderHandoff& one) {
      return &one != &present() && !one.has_ended();
    });
  }

 private:
  // Requires: mutex_ held. Null: there is no memory. A new word counts as ended until its reader
  // takes over.
  [[nodiscard]] wire::ReaderHandoff* free_word() noexcept try {
    const auto free = std::ranges::find_if(all_, &wire::ReaderHandoff::has_ended);
    if (free != all_.end()) return &*free;
    auto& added = all_.emplace_back();
    (void)added.take_over(added.look());
    return &added;
  } catch (const std::bad_alloc&) {
    return nullptr;
  }

  mutable os::Mutex mutex_;  // of all_; present() needs none
  std::deque<wire::ReaderHandoff> all_{1};
  os::Atomic<wire::ReaderHandoff*> present_{&all_.front()};
};

}  // namespace orbweaver::server
