// SPDX-License-Identifier: Apache-2.0
#include "provenance.hpp"

#include <orbweaver/os/machine.hpp>
#include <orbweaver/os/read_file.hpp>
#include <orbweaver/os/system_names.hpp>
#include <orbweaver/os/wall_clock.hpp>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>

namespace orbweaver::report {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* kUnknown = "unknown";
constexpr std::size_t kMostBytes = 1'000'000;

std::string_view without_spaces(std::string_view text) {
  constexpr std::string_view kSpaces = " \t\n";
  const auto begin = text.find_first_not_of(kSpaces);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kSpaces) - begin + 1);
}

/// Returns the value of the first line "NAME : VALUE"; empty if there is none.
std::string_view value_in(std::string_view text, std::string_view name) {
  while (!text.empty()) {
    const auto line = text.substr(0, text.find('\n'));
    const auto colon = line.find(':');
    if (colon != std::string_view::npos && without_spaces(line.substr(0, colon)) == name)
      return without_spaces(line.substr(colon + 1));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
  }
  return {};
}

/// Kernels of ARM machines report only numbers of the processor's maker and model.
std::string processor(const os::SystemNames& names) {
  const auto text = os::read_file("/proc/cpuinfo", kMostBytes).value_or(std::string{});
  for (const auto* const entry : {"model name", "Model", "Hardware", "CPU part"})
    if (const auto value = value_in(text, entry); !value.empty()) return std::string{value};
  return names.processor;
}

/// Returns the time with its offset from UTC: 2026-01-31T12:00:00+01:00.
std::string date() {
  const auto time = os::WallTime::clock::to_time_t(os::wall_clock_now());
  std::tm local{};
  ::localtime_r(&time, &local);
  std::array<char, 32> text{};
  const auto size = std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%S%z", &local);
  std::string new_data{text.data(), size};
  return new_data.size() < 2 ? new_data : new_data.insert(new_data.size() - 2, ":");
}

Json load() {
  double value = 0;
  return ::getloadavg(&value, 1) == 1 ? Json(value) : Json(nullptr);
}

/// Returns the frequency governor of the processors; null if none is visible.
Json governor() {
  std::set<std::string> names;
  std::error_code error;
  for (fs::directory_iterator at{"/sys/devices/system/cpu", error}, end; !error && at != end;
       at.increment(error))
    if (const auto text = os::read_file(at->path() / "cpufreq/scaling_governor", kMostBytes))
      names.emplace(without_spaces(*text));
  std::string text;
  for (const auto& name : names) text += (text.empty() ? "" : ", ") + name;
  return text.empty() ? Json(nullptr) : Json(text);
}

}  // namespace

Json provenance() {
  const auto names = os::names_of_this_system().value_or(os::SystemNames{});
  return {{"version", ORBWEAVER_VERSION},
          {"commit", kUnknown},
          {"date", date()},
          {"cpu", processor(names)},
          {"cores", os::this_machine().processors},
          {"kernel", names.system + " " + names.release + " " + names.processor},
          {"compiler", ORBWEAVER_COMPILER},
          {"pinning", "none"},
          {"scheduler", "other"},
          {"load", load()},
          {"governor", governor()}};
}

}  // namespace orbweaver::report
