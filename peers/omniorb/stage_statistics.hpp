// SPDX-License-Identifier: Apache-2.0
// What a stage counts and measures while packets pass.
#pragma once
#include <cstdint>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

namespace peer {

/// Threads: any.
class StageStatistics {
 public:
  /// Processing of a packet begins; arrivals are judged in the order of these calls.
  void begin(std::uint32_t number, std::int64_t created_ns);

  /// Processing of a packet ended.
  void processed();

  /// A packet was processed and handed on.
  /// Returns whether that makes the stage's part done, true only once.
  [[nodiscard]] bool handed_on(std::uint32_t number);

  /// So many packets will have come in all.
  /// Returns whether that makes the stage's part done, true only once.
  [[nodiscard]] bool expect(std::uint32_t packets);

  std::uint32_t expected() const;

  /// The object `stage` of a result line.
  nlohmann::ordered_json report(std::size_t longest_queue) const;

 private:
  bool just_done();  // Requires: mutex_ held.

  mutable std::mutex mutex_;
  std::optional<std::uint32_t> expected_;
  bool done_ = false;
  std::uint32_t begun_ = 0;
  std::uint32_t handed_on_ = 0;
  std::uint32_t previous_out_ = 0;
  std::uint32_t reordered_out_ = 0;
  std::uint32_t previous_number_ = 0;
  std::uint32_t reordered_previous_ = 0;
  std::uint32_t reordered_original_ = 0;
  std::uint32_t active_ = 0;
  std::uint32_t most_active_ = 0;
  std::int64_t active_since_ns_ = 0;
  std::int64_t busy_ns_ = 0;
  std::int64_t last_ns_ = 0;
  std::vector<std::int64_t> latencies_ns_;
};

}  // namespace peer
