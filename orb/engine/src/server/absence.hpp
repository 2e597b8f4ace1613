// Whether the thread that reads a connection is away in a servant, and who reads on if it stays
// away: that thread and a watch share this one word.
//
//   reader:  leaves ──► away ──► comes_back: true, it reads on
//   watch:               └─ away for two looks ──► stand_in ──► comes_back: false, another reads
//   now
//
// One Absence is for one reader's tenure; who stands in gets another one.
#pragma once
#include <atomic>
#include <cstdint>

namespace orbweaver::engine {

/// Threads: leaves() and comes_back() are the reader's, look() and stand_in() the watch's.
class Absence {
 public:
  /// What the watch remembers from one look to the next.
  using Look = std::uint64_t;

  void leaves() noexcept {
    // seq_cst: comes before the reader's look at whether the watch sleeps; pairs with the watch,
    // which says that it sleeps before it looks here (ReaderWatch::park)
    state_.fetch_add(1, std::memory_order_seq_cst);
  }
  /// False if another thread reads the connection by now: this one must leave it alone.
  [[nodiscard]] bool comes_back() noexcept {
    // release: pairs with the acquire in stand_in and in is_over
    return (state_.fetch_add(1, std::memory_order_release) & kStandIn) == 0;
  }

  [[nodiscard]] Look look() const noexcept { return state_.load(std::memory_order_seq_cst); }
  [[nodiscard]] static bool is_away(Look look) noexcept {
    return (look & kStandIn) == 0 && (look & 1) != 0;
  }
  /// True if the reader is still away as it was at `then`: from now on somebody else reads.
  [[nodiscard]] bool stand_in(Look then) noexcept {
    // acquire: who stands in sees all that the reader did before it left
    return state_.compare_exchange_strong(then, then | kStandIn, std::memory_order_acquire);
  }
  /// Whether the tenure has ended and its reader has come back: it may serve another one.
  [[nodiscard]] bool is_over() const noexcept {
    const auto state = state_.load(std::memory_order_acquire);
    return (state & kStandIn) != 0 && (state & 1) == 0;
  }
  /// After is_over().
  void begin_anew() noexcept { state_.fetch_and(~kStandIn, std::memory_order_relaxed); }

 private:
  static constexpr std::uint64_t kStandIn = std::uint64_t{1} << 63;
  std::atomic<std::uint64_t> state_{0};  // odd: away
};

}  // namespace orbweaver::engine
