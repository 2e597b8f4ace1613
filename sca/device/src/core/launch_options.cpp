// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/device/launch_options.hpp>

#include <array>
#include <charconv>
#include <string_view>

namespace orbweaver::device {

namespace {

using os::SchedulingClass;

/// No thread of Linux has less, and no program begins with much less.
constexpr std::uint64_t kLeastStack = 16'384;
constexpr int kMostPriority = 99, kLeastNice = -20, kMostNice = 19;

struct WantedLaunch {
  LaunchOptions options;
  std::optional<SchedulingClass> scheduling;
  std::optional<int> priority;
  std::string affinity_class, affinity_value;
};

template <class T>
bool read_number(std::string_view text, T& number) {
  const auto* const end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data(), end, number);
  return parsed.ec == std::errc{} && parsed.ptr == end;
}

bool read_priority(const std::string& text, WantedLaunch& wanted) {
  return read_number(text, wanted.priority.emplace());
}

bool read_stack(const std::string& text, WantedLaunch& wanted) {
  std::uint64_t bytes = 0;
  if (!read_number(text, bytes)) return false;
  if (bytes != 0 && bytes < kLeastStack) return false;
  wanted.options.stack_bytes = bytes == 0 ? std::nullopt : std::optional{bytes};
  return true;
}

bool read_scheduling(const std::string& text, WantedLaunch& wanted) {
  if (text == "other") wanted.scheduling = SchedulingClass::other;
  if (text == "fifo") wanted.scheduling = SchedulingClass::fifo;
  if (text == "rr") wanted.scheduling = SchedulingClass::rr;
  return text == "other" || text == "fifo" || text == "rr";
}

bool read_cpus(const std::string& text, WantedLaunch& wanted) {
  auto cpus = os::parse_cpu_list(text);
  if (cpus) wanted.options.cpus = *std::move(cpus);
  return cpus.has_value();
}

bool read_affinity_class(const std::string& text, WantedLaunch& wanted) {
  wanted.affinity_class = text;
  return true;
}

bool read_affinity_value(const std::string& text, WantedLaunch& wanted) {
  wanted.affinity_value = text;
  return true;
}

struct LaunchOption {
  std::string_view id;
  bool (*read)(const std::string& text, WantedLaunch& wanted);
};

constexpr std::string_view kAffinityValue = "affinity::exec_directive_value";
constexpr std::array<LaunchOption, 6> kOptions{
    {{"PRIORITY", read_priority},
     {"STACK_SIZE", read_stack},
     {"SCHEDULING", read_scheduling},
     {"CORE_AFFINITY", read_cpus},
     {"affinity::exec_directive_class", read_affinity_class},
     {kAffinityValue, read_affinity_value}}};

bool read_option(const std::string& id, const std::string& text, WantedLaunch& wanted) {
  for (const auto& option : kOptions)
    if (option.id == id) return option.read(text, wanted);
  return false;
}

// A priority above 0 means real time, unless the class says otherwise.
bool choose_scheduling(WantedLaunch& wanted) {
  const int priority = wanted.priority.value_or(0);
  const auto by_default = priority == 0 ? SchedulingClass::other : SchedulingClass::rr;
  wanted.options.scheduling = wanted.scheduling.value_or(by_default);
  wanted.options.priority = priority;
  if (wanted.options.scheduling == SchedulingClass::other)
    return priority >= kLeastNice && priority <= kMostNice;
  return priority >= 1 && priority <= kMostPriority;
}

bool choose_affinity(WantedLaunch& wanted) {
  const auto& kind = wanted.affinity_class;
  return (kind != "cpu" && kind != "cpuset") || read_cpus(wanted.affinity_value, wanted);
}

// Sorted, as parse_cpu_list makes it.
std::string cpu_list(const std::vector<unsigned>& cpus) {
  std::string text;
  for (std::size_t first = 0, last = 0; first < cpus.size(); first = last + 1) {
    for (last = first; last + 1 < cpus.size() && cpus[last + 1] == cpus[last] + 1;) ++last;
    text += (text.empty() ? "" : ",") + std::to_string(cpus[first]);
    if (last > first) text += "-" + std::to_string(cpus[last]);
  }
  return text;
}

std::string_view name_of(SchedulingClass scheduling) {
  if (scheduling == SchedulingClass::fifo) return "fifo";
  return scheduling == SchedulingClass::rr ? "rr" : "other";
}

}  // namespace

std::string describe(const LaunchOptions& options) {
  std::string text;
  const auto add = [&](const char* id, const std::string& value) {
    text += (text.empty() ? "" : " ") + std::string{id} + "=" + value;
  };
  if (!options.cpus.empty()) add("CORE_AFFINITY", cpu_list(options.cpus));
  if (options.scheduling != SchedulingClass::other || options.priority != 0) {
    add("SCHEDULING", std::string{name_of(options.scheduling)});
    add("PRIORITY", std::to_string(options.priority));
  }
  if (options.stack_bytes) add("STACK_SIZE", std::to_string(*options.stack_bytes));
  return text.empty() ? "none" : text;
}

Result<LaunchOptions, std::vector<std::string>> launch_options_of(const OptionTexts& texts) {
  WantedLaunch wanted;
  std::vector<std::string> wrong;
  for (const auto& [id, text] : texts)
    if (!read_option(id, text, wanted)) wrong.push_back(id);
  if (wrong.empty() && !choose_scheduling(wanted))
    wrong.emplace_back(wanted.priority ? "PRIORITY" : "SCHEDULING");
  if (wrong.empty() && !choose_affinity(wanted)) wrong.emplace_back(kAffinityValue);
  if (!wrong.empty()) return unexpected{std::move(wrong)};
  return wanted.options;
}

}  // namespace orbweaver::device
