// How long a component was at work, and how many packets it processed at once.
#pragma once
#include <algorithm>
#include <cstdint>

namespace orbweaver::stage {

/// Time in which at least one thread was at work. Not thread-safe: the caller serialises, so times
/// do not go back.
class BusyMeter {
 public:
  /// A thread begins to process a packet.
  void enter(std::int64_t now_ns) noexcept {
    enter_beside(now_ns);
    most_at_work_ = std::max(most_at_work_, ++processing_);
  }
  void leave(std::int64_t now_ns) noexcept {
    --processing_;
    leave_beside(now_ns);
  }
  /// A thread begins to work on what other threads have processed: it hands a packet on.
  void enter_beside(std::int64_t now_ns) noexcept {
    if (at_work_++ == 0) since_ns_ = now_ns;
  }
  void leave_beside(std::int64_t now_ns) noexcept {
    if (--at_work_ == 0) busy_ns_ += now_ns - since_ns_;
  }
  /// Time up to the last leave() after which no thread was at work.
  [[nodiscard]] std::int64_t busy_ns() const noexcept { return busy_ns_; }
  /// Of threads that process.
  [[nodiscard]] unsigned most_at_work() const noexcept { return most_at_work_; }

 private:
  std::int64_t since_ns_ = 0, busy_ns_ = 0;
  unsigned at_work_ = 0, processing_ = 0, most_at_work_ = 0;
};

}  // namespace orbweaver::stage
