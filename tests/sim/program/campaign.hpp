// SPDX-License-Identifier: Apache-2.0
// Many seeds, in several processes of the system.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/scenario.hpp"

namespace orbweaver::sim {

struct Campaign {
  std::uint64_t seeds = 1000;
  std::optional<std::uint64_t> first;
  double seconds = 0;
  unsigned jobs = 0;
  std::uint64_t floor = 0;
  bool twice =
      false;  // each seed runs twice, the second time with its events shown: the hash is the same
  std::string commit = "unknown";
};

/// The exit status: 0 if every law held.
[[nodiscard]] int run(const Campaign& campaign, const std::vector<const Scenario*>& scenarios);

}  // namespace orbweaver::sim
