// SPDX-License-Identifier: Apache-2.0
// From durations to the answer's numbers: exact percentiles, since a ratio of 1.05 is to be
// reported from 1.04.
#include <bench/command.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace bench {
namespace {

using nlohmann::ordered_json;

double percentile(const std::vector<std::int64_t>& sorted, double share) {
  const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(sorted.size())));
  return static_cast<double>(sorted[std::max<std::size_t>(rank, 1) - 1]);
}

double mean_of(const std::vector<std::int64_t>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double deviation_of(const std::vector<std::int64_t>& values, double mean) {
  double squares = 0;
  for (const auto value : values) squares += std::pow(static_cast<double>(value) - mean, 2);
  return std::sqrt(squares / static_cast<double>(values.size()));
}

/// Nanoseconds of one call: a duration is that of `batch` calls.
ordered_json summary_ns(std::vector<std::int64_t>& durations, std::uint64_t batch) {
  std::sort(durations.begin(), durations.end());
  const double value = 1.0 / static_cast<double>(batch);
  const double mean = mean_of(durations);
  ordered_json summary{{"count", durations.size()},
                       {"min", static_cast<double>(durations.front()) * value},
                       {"mean", mean * value},
                       {"stddev", deviation_of(durations, mean) * value}};
  for (const auto& [name, share] :
       {std::pair{"p50", 0.5}, {"p80", 0.8}, {"p90", 0.9}, {"p99", 0.99}, {"p999", 0.999}})
    summary[name] = percentile(durations, share) * value;
  summary["max"] = static_cast<double>(durations.back()) * value;
  return summary;
}

/// Of each `every` consecutive packets the first, which stands for all, and the slowest.
ordered_json kept(const std::vector<std::int64_t>& taken_ns, std::uint64_t keep) {
  const std::size_t every = (taken_ns.size() + keep - 1) / keep;
  ordered_json first = ordered_json::array(), slowest = ordered_json::array();
  for (std::size_t n = 0; n < taken_ns.size(); n += every) {
    const auto end = std::min(n + every, taken_ns.size());
    first.push_back(taken_ns[n]);
    slowest.push_back(*std::max_element(taken_ns.begin() + static_cast<std::ptrdiff_t>(n),
                                        taken_ns.begin() + static_cast<std::ptrdiff_t>(end)));
  }
  return {{"every", every}, {"first_ns", first}, {"slowest_ns", slowest}};
}

double per_second(const Measured& measured) {
  return 1e9 * static_cast<double>(measured.calls) /
         static_cast<double>(std::max<std::int64_t>(measured.elapsed_ns, 1));
}

}  // namespace

ordered_json to_json(const Command& command, Measured measured) {
  ordered_json line{{"event", "measured"},
                    {"case", command.what},
                    {"bytes", command.bytes},
                    {"calls", measured.calls},
                    {"elapsed_ns", measured.elapsed_ns},
                    {"per_second", per_second(measured)}};
  if (measured.elapsed_cycles > 0) line["elapsed_cycles"] = measured.elapsed_cycles;
  if (measured.encoded_bytes > 0) line["encoded_bytes"] = measured.encoded_bytes;
  if (!measured.durations_ns.empty())
    line["ns"] = summary_ns(measured.durations_ns, measured.batch);
  if (measured.taken_ns.empty()) return line;
  if (command.keep > 0) line["kept"] = kept(measured.taken_ns, command.keep);
  line["taken_ns"] = summary_ns(measured.taken_ns, 1);
  return line;
}

}  // namespace bench
