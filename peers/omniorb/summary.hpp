// SPDX-License-Identifier: Apache-2.0
// The summary of many durations, exact: it keeps and sorts them all.
#pragma once
#include <cstdint>
#include <nlohmann/json.hpp>
#include <vector>

namespace peer {

/// Durations in nanoseconds in, microseconds out. A percentile is the smallest duration that at
/// least that share of all does not exceed.
nlohmann::ordered_json summary_us(std::vector<std::int64_t> durations_ns);

}  // namespace peer
