// How long a component was at work, and on how many packets at once.
#pragma once
#include <algorithm>
#include <cstdint>

namespace orbweaver::component {

/// Time in which at least one thread was at work. Not thread-safe: the caller serialises, so times
/// do not go back.
class BusyMeter {
 public:
  void enter(std::int64_t now_ns) noexcept {
    if (at_work_++ == 0) since_ns_ = now_ns;
    most_at_work_ = std::max(most_at_work_, at_work_);
  }
  void leave(std::int64_t now_ns) noexcept {
    if (--at_work_ == 0) busy_ns_ += now_ns - since_ns_;
  }
  /// Up to the last leave() after which nobody was at work.
  [[nodiscard]] std::int64_t busy_ns() const noexcept { return busy_ns_; }
  [[nodiscard]] unsigned most_at_work() const noexcept { return most_at_work_; }

 private:
  std::int64_t since_ns_ = 0, busy_ns_ = 0;
  unsigned at_work_ = 0, most_at_work_ = 0;
};

}  // namespace orbweaver::component
