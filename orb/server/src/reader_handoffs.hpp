// The hand-off words of one connection: that of the present reader, and those of readers that
// handed over and are in a servant still.
#pragma once
#include <orbweaver/wire/reader_handoff.hpp>

#include <algorithm>
#include <atomic>
#include <deque>

namespace orbweaver::server {

/// Threads: present() any; take_over() and is_any_other_in_servant() one at a time.
class ReaderHandoffs {
 public:
  /// Of the thread that reads now.
  [[nodiscard]] wire::ReaderHandoff& present() const noexcept {
    return *present_.load(std::memory_order_acquire);  // pairs with the release in take_over
  }
  /// Whether the calling thread reads from now on, in place of the one that was in a servant at
  /// `look`.
  [[nodiscard]] bool take_over(wire::ReaderHandoff::Look look) {
    if (!present().take_over(look)) return false;
    const auto free = std::ranges::find_if(all_, &wire::ReaderHandoff::has_ended);
    auto& mine = free != all_.end() ? *free : all_.emplace_back();
    mine.restart();
    present_.store(&mine, std::memory_order_release);  // pairs with the acquire in present()
    return true;
  }
  /// Whether a reader that handed over carries out a request still.
  [[nodiscard]] bool is_any_other_in_servant() const noexcept {
    return std::ranges::any_of(all_, [this](const wire::ReaderHandoff& one) {
      return &one != &present() && !one.has_ended();
    });
  }

 private:
  std::deque<wire::ReaderHandoff> all_{1};
  std::atomic<wire::ReaderHandoff*> present_{&all_.front()};
};

}  // namespace orbweaver::server
