// Tells one side that the other sleeps, so that it rings a bell (whatever that is: here are only
// the words) exactly when somebody would miss something otherwise.
//
//   sleeper                               waker
//   lie_down()     word even, fence       publishes something
//   looks again; if nothing: sleeps       must_ring()    fence, word even and not rung for: ring
//   get_up()       word odd
//
// Of the two fences one comes first: either the sleeper, when it looks again, sees what was
// published, or the waker sees that it sleeps. A word that was never touched is zero, asleep, so
// that the first event rings. Each lying down is rung for at most once; a ring may come late, for a
// sleeper that found what it wanted by itself: it must then look and sleep on.
#pragma once
#include <orbweaver/ring/access.hpp>

#include <atomic>
#include <cstdint>

namespace orbweaver::ring {

/// Threads: one at a time.
template <class Access = DirectAccess>
class Sleeper {
 public:
  /// `word` is this side's, zero at first.
  explicit Sleeper(std::uint32_t& word) noexcept : word_(word) {}

  [[nodiscard]] bool is_down() const noexcept { return value_ % 2 == 0; }
  /// From now on the other side rings, once: whoever was woken and did not find what he wants lies
  /// down again. Look again before sleeping.
  void lie_down() noexcept {
    value_ += is_down() ? 2U : 1U;
    Access::store_relaxed(word_, value_);
    Access::fence();  // pairs with the one in Waker::must_ring()
  }
  void get_up() noexcept {
    if (is_down()) Access::store_relaxed(word_, ++value_);
  }

 private:
  std::uint32_t& word_;
  std::uint32_t value_ = 0;
};

/// Threads: any.
template <class Access = DirectAccess>
class Waker {
 public:
  /// `word` is the other side's.
  explicit Waker(const std::uint32_t& word) noexcept : word_(word) {}

  /// Whether to ring for what was published before this call.
  [[nodiscard]] bool must_ring() noexcept {
    Access::fence();  // pairs with the one in Sleeper::lie_down()
    const auto value = Access::load_relaxed(word_);
    // relaxed: only chooses who rings, once for each value
    return value % 2 == 0 && last_rung_.exchange(value, std::memory_order_relaxed) != value;
  }

 private:
  const std::uint32_t& word_;
  std::atomic<std::uint32_t> last_rung_{1};  // odd: for none
};

}  // namespace orbweaver::ring
