// Counts the packets of a connection that arrived out of order or are missing, by their numbers.
#pragma once
#include <algorithm>
#include <cstdint>

namespace orbweaver::packets {

/// The first number may be any, as a receiver may join later. Threads: one at a time.
class NumberMeter {
 public:
  /// Counts an arrival. Returns whether it is the expected number: then reordered() and missing()
  /// are as before.
  bool note(std::uint64_t number) noexcept {
    if (received_++ == 0) {
      lowest_ = highest_ = number;
      return true;
    }
    if (number == highest_ + 1) [[likely]] {
      highest_ = number;
      return true;
    }
    if (number <= highest_) ++reordered_;
    lowest_ = std::min(lowest_, number);
    highest_ = std::max(highest_, number);
    return false;
  }
  /// Arrivals after one with the same or a greater number.
  [[nodiscard]] std::uint64_t reordered() const noexcept { return reordered_; }
  /// Numbers between the lowest and the highest that have not arrived.
  [[nodiscard]] std::uint64_t missing() const noexcept {
    const auto span = received_ == 0 ? 0 : highest_ - lowest_ + 1;
    return span > received_ ? span - received_ : 0;
  }

 private:
  std::uint64_t received_ = 0, lowest_ = 0, highest_ = 0, reordered_ = 0;
};

}  // namespace orbweaver::packets
