// Which thread reads a connection when its reader carries out a request itself and the servant
// takes long: the reader and a watch share this one word.
//
//   reading ─ enter_servant ─► in servant ─ return_to_reading: true ─► reading
//                                 └─ take_over ─► handed over ─ return_to_reading: false ─► ended
//
//   reader:  enter_servant; the servant takes long
//   watch:   look, twice the same: in a servant; take_over: true; another thread reads from now on
//   reader:  return_to_reading: false; it leaves the connection alone
//
// If the reader returns between the second look and take_over, take_over fails and the reader
// reads on. One word is for one reader; the thread that takes over has another one.
#pragma once
#include <atomic>
#include <cstdint>

namespace orbweaver::wire {

/// Threads: enter_servant() and return_to_reading() are the reader's, look() and take_over() the
/// watch's.
class ReaderHandoff {
 public:
  /// What the watch remembers from one look to the next.
  using Look = std::uint64_t;

  void enter_servant() noexcept {
    // seq_cst: comes before the reader's look at whether the watch sleeps; pairs with the watch,
    // which says that it sleeps before it looks here (ReaderWatch::park)
    state_.fetch_add(1, std::memory_order_seq_cst);
  }
  /// False if another thread reads the connection by now: this one must leave it alone.
  [[nodiscard]] bool return_to_reading() noexcept {
    // release: pairs with the acquire in take_over and in has_ended
    return (state_.fetch_add(1, std::memory_order_release) & kHandedOver) == 0;
  }

  [[nodiscard]] Look look() const noexcept { return state_.load(std::memory_order_seq_cst); }
  [[nodiscard]] static bool is_in_servant(Look look) noexcept {
    return (look & kHandedOver) == 0 && (look & kInServant) != 0;
  }
  /// True if the reader is still in the servant where it was at `then`: another thread reads from
  /// now on.
  [[nodiscard]] bool take_over(Look then) noexcept {
    // acquire: the new reader sees all that the old one did before it entered the servant
    return state_.compare_exchange_strong(then, then | kHandedOver, std::memory_order_acquire);
  }
  /// Whether it was handed over and the old reader has returned: it may serve another reader.
  [[nodiscard]] bool has_ended() const noexcept {
    const auto state = state_.load(std::memory_order_acquire);
    return (state & kHandedOver) != 0 && (state & kInServant) == 0;
  }
  /// After has_ended().
  void restart() noexcept { state_.fetch_and(~kHandedOver, std::memory_order_relaxed); }

 private:
  static constexpr std::uint64_t kInServant = 1;  // the count is odd
  static constexpr std::uint64_t kHandedOver = std::uint64_t{1} << 63;
  std::atomic<std::uint64_t> state_{0};
};

/// The watch over readers, which sleeps while no reader is in a servant.
class HandoffWatch {
 public:
  HandoffWatch() = default;
  HandoffWatch(const HandoffWatch&) = delete;
  HandoffWatch& operator=(const HandoffWatch&) = delete;

  /// A reader has entered a servant. Any thread; a load in most cases.
  void wake() noexcept {
    // seq_cst: see ReaderHandoff::enter_servant
    if (is_asleep_.load(std::memory_order_seq_cst)) [[unlikely]]
      wake_up();
  }

 protected:
  ~HandoffWatch() = default;
  /// Ends its sleep. Called seldom: only while it sleeps.
  virtual void wake_up() noexcept = 0;

  std::atomic<bool> is_asleep_{false};
};

}  // namespace orbweaver::wire
