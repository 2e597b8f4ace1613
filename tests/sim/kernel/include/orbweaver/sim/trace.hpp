// SPDX-License-Identifier: Apache-2.0
// What happened in a run, in order: one line for each event, and a hash over all of them. The hash
// is the same in each run with the same choices.
#pragma once
#include <orbweaver/sim/clock.hpp>

#include <cstdint>
#include <functional>
#include <string>

namespace orbweaver::sim {

enum class Event : std::uint8_t {
  thread_starts,
  thread_ends,
  runs,
  process_starts,
  process_ends,
  killed,
  connects,
  closes,
  sends,
  receives,
  end_of_stream,
  breaks,
  datagram,
  fault,
  law,
};

struct TraceLine {
  Time time = 0;
  std::uint32_t thread = 0;
  std::uint32_t process = 0;
  Event event{};
  std::uint64_t first = 0, second = 0;  // by the event: numbers of threads, connections, bytes
  std::string text;
};

class Trace {
 public:
  /// `on_event` may be empty, and then costs nothing; it outlives the trace.
  explicit Trace(const std::function<void(const TraceLine&)>& on_event) noexcept
      : on_event_(on_event) {}

  void add(Event event, std::uint64_t first, std::uint64_t second);
  void add(Event event, std::uint64_t first, std::uint64_t second, std::string text);
  [[nodiscard]] std::uint64_t hash() const noexcept { return hash_; }
  [[nodiscard]] std::uint64_t events() const noexcept { return events_; }
  /// Whether texts are of use.
  [[nodiscard]] bool is_shown() const noexcept { return static_cast<bool>(on_event_); }

 private:
  void mix(std::uint64_t word) noexcept;

  const std::function<void(const TraceLine&)>& on_event_;
  std::uint64_t hash_ = 0x9E3779B97F4A7C15U;
  std::uint64_t events_ = 0;
};

}  // namespace orbweaver::sim
