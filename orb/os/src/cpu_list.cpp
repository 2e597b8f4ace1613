// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/thread.hpp>

#include <algorithm>
#include <charconv>
#include <optional>

namespace orbweaver::os {

namespace {

constexpr unsigned kMaxCpu = 1023;

std::optional<unsigned> parse_number(std::string_view text) noexcept {
  unsigned value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::result_out_of_range) return kMaxCpu + 1;
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

Result<void, ThreadError> add_range(std::string_view text, std::vector<unsigned>& cpus) {
  const auto dash = text.find('-');
  const auto first = parse_number(text.substr(0, dash));
  const auto last = dash == text.npos ? first : parse_number(text.substr(dash + 1));
  if (!first || !last || *first > *last) return unexpected{ThreadError::bad_cpu_list};
  if (*last > kMaxCpu) return unexpected{ThreadError::no_such_cpu};
  for (unsigned cpu = *first; cpu <= *last; ++cpu) cpus.push_back(cpu);
  return {};
}

}  // namespace

Result<std::vector<unsigned>, ThreadError> parse_cpu_list(std::string_view text) {
  std::vector<unsigned> cpus;
  if (text.empty() || text == "all") return cpus;
  for (std::size_t start = 0; start <= text.size();) {
    const auto comma = std::min(text.find(',', start), text.size());
    if (auto added = add_range(text.substr(start, comma - start), cpus); !added)
      return unexpected{added.error()};
    start = comma + 1;
  }
  std::ranges::sort(cpus);
  cpus.erase(std::ranges::unique(cpus).begin(), cpus.end());
  return cpus;
}

}  // namespace orbweaver::os
