// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/device/launch_refusal.hpp>

#include <orbweaver/os/allowed_cpus.hpp>

#include <array>
#include <string_view>

namespace orbweaver::device {

namespace {

using os::SchedulingClass;
using os::StartStep;

constexpr int kNiceOfNoRight = 20;  // RLIMIT_NICE counts downwards from here

std::string about_cpus(const LaunchOptions& options) {
  return describe({.cpus = options.cpus}) + ": this process may use " +
         describe({.cpus = os::allowed_cpus()});
}

std::string remedy(const std::string& ulimit, const std::string& unit, const char* capability) {
  return ": allow it with " + ulimit + ", with " + unit +
         " in the systemd unit, or with the capability " + capability;
}

std::string about_scheduling(const LaunchOptions& options) {
  const auto number = std::to_string(options.priority);
  const auto what = describe({.scheduling = options.scheduling, .priority = options.priority});
  if (options.scheduling != SchedulingClass::other)
    return what + remedy("ulimit -r " + number, "LimitRTPRIO=" + number, "CAP_SYS_NICE");
  const auto limit = std::to_string(kNiceOfNoRight - options.priority);
  return what + remedy("ulimit -e " + limit, "LimitNICE=" + number, "CAP_SYS_NICE");
}

std::string about_stack(const LaunchOptions& options) {
  constexpr std::uint64_t kUnit = 1024;  // the unit of ulimit -s
  const auto bytes = options.stack_bytes.value_or(0);
  return describe({.stack_bytes = bytes}) +
         remedy("ulimit -Hs " + std::to_string((bytes + kUnit - 1) / kUnit),
                "LimitSTACK=" + std::to_string(bytes), "CAP_SYS_RESOURCE");
}

std::string about_option(const LaunchOptions& options, StartStep step) {
  if (step == StartStep::cpus) return about_cpus(options);
  if (step == StartStep::scheduling) return about_scheduling(options);
  if (step == StartStep::stack) return about_stack(options);
  return {};
}

struct Takes {
  std::string_view id, what;
};
constexpr std::array<Takes, 5> kTakes{
    {{"CORE_AFFINITY", "takes processors, as 0,2-3"},
     {"PRIORITY", "takes a whole number: 1 to 99 for fifo and rr, -20 to 19 for other"},
     {"SCHEDULING", "takes other, fifo or rr"},
     {"STACK_SIZE", "takes a number of bytes: 16384 or more; 0 is the usual"},
     {"affinity::exec_directive_value", "takes processors, as 0,2-3"}}};

std::string what_option_takes(const std::string& id) {
  for (const auto& entry : kTakes)
    if (entry.id == id) return id + " " + std::string{entry.what};
  return "there is no option '" + id +
         "': there are CORE_AFFINITY, PRIORITY, SCHEDULING, STACK_SIZE";
}

}  // namespace

std::string what_options_take(const std::vector<std::string>& wrong) {
  std::string text;
  for (const auto& id : wrong) text += (text.empty() ? "" : "; ") + what_option_takes(id);
  return text;
}

std::string why_refused(const OptionTexts& texts, const std::vector<std::string>& wrong) {
  std::string text;
  for (const auto& id : wrong) {
    text += (text.empty() ? "" : ", ") + id;
    for (const auto& entry : texts)
      if (entry.first == id) text += "=" + entry.second;
  }
  return "there is no such execute option, or it takes no such value: " + text;
}

std::string why_not_started(const LaunchOptions& options, const os::StartError& error) {
  const auto about = about_option(options, error.step);
  return os::describe(error) + (about.empty() ? "" : ": " + about);
}

}  // namespace orbweaver::device
