// SPDX-License-Identifier: Apache-2.0
// When each packet passed a component: what sequence diagrams are drawn from. It knows no ORB, so
// that the components of all peers note the same moments by the same lines.
#pragma once
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

namespace lab_pipeline {

/// The moments of one packet in one component, in the order in which a result line gives them.
enum class Moment : std::uint8_t {
  arrived,    // the ORB called the servant
  begun,      // a thread took it up
  worked,     // processing ended
  sending,    // the call to the next component began
  handed_on,  // that call returned
  returned,   // the servant returned to the ORB
};

/// Packets 1 to N; the others are not noted. Nothing is allocated once it is made.
/// Threads: any; no two note the same moment of one packet. A reading is complete for packets that
/// have passed.
class PacketTrace {
 public:
  explicit PacketTrace(std::uint32_t packets = 0) : times_(packets) {}

  void note(std::uint64_t number, Moment moment) noexcept {
    if (number == 0 || number > times_.size()) return;
    // Relaxed: the stage's own locks tell the reader that the packet has passed.
    times_[number - 1][static_cast<std::size_t>(moment)].store(now_ns(), std::memory_order_relaxed);
  }
  [[nodiscard]] bool is_on() const noexcept { return !times_.empty(); }

  /// `[{"packet": 1, "arrived_ns": ..., ...}, ...]`: readings of CLOCK_MONOTONIC; a moment that has
  /// not come is left out, and so is a packet that has none.
  [[nodiscard]] nlohmann::ordered_json to_json() const {
    auto packets = nlohmann::ordered_json::array();
    for (std::size_t place = 0; place < times_.size(); ++place) {
      auto packet = moments_of(times_[place]);
      if (packet.empty()) continue;
      packet["packet"] = place + 1;
      packets.push_back(std::move(packet));
    }
    return packets;
  }

 private:
  static constexpr std::array<std::string_view, 6> kNames{
      "arrived_ns", "begun_ns", "worked_ns", "sending_ns", "handed_on_ns", "returned_ns"};
  using Times = std::array<std::atomic<std::int64_t>, kNames.size()>;

  static std::int64_t now_ns() noexcept {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
  }
  static nlohmann::ordered_json moments_of(const Times& times) {
    auto moments = nlohmann::ordered_json::object();
    for (std::size_t i = 0; i < times.size(); ++i)
      if (const auto at = times[i].load(std::memory_order_relaxed); at != 0)
        moments[std::string{kNames[i]}] = at;
    return moments;
  }

  std::vector<Times> times_;
};

}  // namespace lab_pipeline
