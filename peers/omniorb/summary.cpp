// SPDX-License-Identifier: Apache-2.0
#include "summary.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace peer {
namespace {

double microseconds(double nanoseconds) { return nanoseconds / 1000.0; }

double mean_of(const std::vector<std::int64_t>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double deviation_of(const std::vector<std::int64_t>& values, double mean) {
  double squares = 0;
  for (const std::int64_t value : values) squares += std::pow(static_cast<double>(value) - mean, 2);
  return std::sqrt(squares / static_cast<double>(values.size()));
}

double percentile(const std::vector<std::int64_t>& sorted, double share) {
  const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(sorted.size())));
  return static_cast<double>(sorted[std::max<std::size_t>(rank, 1) - 1]);
}

}  // namespace

nlohmann::ordered_json summary_us(std::vector<std::int64_t> durations) {
  if (durations.empty()) durations.push_back(0);
  std::sort(durations.begin(), durations.end());
  const double mean = mean_of(durations);
  nlohmann::ordered_json summary{{"count", durations.size()},
                                 {"min", microseconds(static_cast<double>(durations.front()))},
                                 {"mean", microseconds(mean)},
                                 {"stddev", microseconds(deviation_of(durations, mean))}};
  for (const auto& [name, share] :
       {std::pair{"p50", 0.5}, {"p80", 0.8}, {"p90", 0.9}, {"p99", 0.99}, {"p999", 0.999}}) {
    summary[name] = microseconds(percentile(durations, share));
  }
  summary["max"] = microseconds(static_cast<double>(durations.back()));
  return summary;
}

}  // namespace peer
