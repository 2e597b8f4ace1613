// SPDX-License-Identifier: Apache-2.0
// Everything that chance decides in a run: which thread is next, which byte arrives late, which
// fault comes. A run is its choices: the same choices give the same run.
//
// Each kind of choice counts its occasions. At most occasions the usual thing happens, which is
// value 0; a choice is noted only where something else happens, as (kind, occasion, value). So the
// list of a run is short, and a run with a part of that list is a simpler run: that is how a
// failure is shrunk.
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace orbweaver::sim {

enum class Kind : std::uint8_t {
  preempt,        // another thread runs though this one could go on
  next_thread,    // which of the threads that can run does
  wake,           // which of the threads that wait in one place is woken
  spurious_wake,  // a condition variable returns without a cause
  workload,       // what a scenario does
  delay,          // bytes travel for longer
  stall,          // bytes of a connection stop for a while: the peer does not read
  short_write,    // a part of the bytes is taken
  short_read,     // a part of the bytes is given
  cut,            // a connection breaks, after some of the bytes that are being sent
  half_close,     // one direction of a connection ends
  connect_fails,
  accept_fails,
  datagram_lost,
  datagram_twice,
  datagram_late,  // later ones overtake it
  small_buffer,   // a connection's buffer holds a few bytes
  clock_jump,     // the time of day changes
  no_memory,      // an allocation fails
  kill,           // a process ends between two of its steps
  start_fails,    // a program cannot be started
  ends_at_once,   // a program ends before it does anything
  count_,
};
inline constexpr std::size_t kKinds = static_cast<std::size_t>(Kind::count_);
[[nodiscard]] std::string_view name_of(Kind kind) noexcept;
[[nodiscard]] std::optional<Kind> kind_of(std::string_view name) noexcept;

/// A small, fast generator of random numbers (xoshiro256**), the same on every machine.
class Random {
 public:
  explicit Random(std::uint64_t seed) noexcept;
  std::uint64_t next() noexcept;
  /// 0 to below - 1. Requires: below > 0.
  std::uint64_t below(std::uint64_t bound) noexcept { return next() % bound; }
  /// How many occasions pass until the next event, of which one in `rate` is one; at least 1.
  std::uint64_t gap(std::uint64_t rate) noexcept;

 private:
  std::array<std::uint64_t, 4> state_;
};

struct Decision {
  Kind kind{};
  std::uint64_t occasion = 0;  // the first is 1
  std::uint32_t value = 0;     // not 0
  friend bool operator==(const Decision&, const Decision&) = default;
};

/// How often each kind happens: once in so many occasions; 0: never.
using Rates = std::array<std::uint32_t, kKinds>;

class Choices {
 public:
  /// Chance decides, by the seed.
  Choices(std::uint64_t seed, const Rates& rates);
  /// What was noted, and nothing else, happens again.
  explicit Choices(const std::vector<Decision>& decisions);

  /// Whether it happens now; value() is then anything but 0.
  [[nodiscard]] bool happens(Kind kind) noexcept {
    auto& line = lines_[static_cast<std::size_t>(kind)];
    return ++line.occasions >= line.next && decide(kind, line, 2);
  }
  /// One of 0 to n - 1; 0 except where chance, by the kind's rate, takes another. n = 0 counts as
  /// 1.
  [[nodiscard]] std::uint32_t pick(Kind kind, std::uint32_t n) noexcept {
    auto& line = lines_[static_cast<std::size_t>(kind)];
    if (n < 2 || ++line.occasions < line.next) return 0;
    return decide(kind, line, n) ? line.value : 0;
  }
  /// For a caller that counts occasions by itself: how many are left until the next one at which
  /// something happens, at least 1. Then it calls skip() and happens().
  [[nodiscard]] std::uint64_t occasions_left(Kind kind) const noexcept {
    const auto& line = lines_[static_cast<std::size_t>(kind)];
    return line.next - line.occasions;
  }
  void skip(Kind kind, std::uint64_t occasions) noexcept {
    lines_[static_cast<std::size_t>(kind)].occasions += occasions;
  }
  /// Notes what the caller took in the place of pick(), such as a thread by its priority. In a
  /// replay the caller calls pick().
  void settle(Kind kind, std::uint32_t value) noexcept;

  /// Calls `watcher`, if it is not empty, with each decision.
  void watch(std::function<void(const Decision&)> watcher) { watcher_ = std::move(watcher); }

  [[nodiscard]] bool is_replay() const noexcept { return is_replay_; }
  [[nodiscard]] const std::vector<Decision>& decisions() const noexcept { return decisions_; }
  /// How often each kind happened.
  [[nodiscard]] const std::array<std::uint64_t, kKinds>& happened() const noexcept {
    return happened_;
  }

 private:
  struct Line {
    std::uint64_t occasions = 0;
    std::uint64_t next = UINT64_MAX;
    std::uint32_t rate = 0;
    std::uint32_t value = 0;
    std::size_t at = 0;  // replay: the next of `noted`
    std::vector<Decision> noted;
  };
  Random& random_of(Kind kind) noexcept;
  bool decide(Kind kind, Line& line, std::uint32_t n) noexcept;
  void note(Kind kind, Line& line, std::uint32_t value) noexcept;
  static void aim(Line& line) noexcept;

  bool is_replay_ = false;
  Random random_, random_of_clock_;
  std::array<Line, kKinds> lines_;
  std::array<std::uint64_t, kKinds> happened_{};
  std::vector<Decision> decisions_;
  std::function<void(const Decision&)> watcher_;
};

}  // namespace orbweaver::sim
