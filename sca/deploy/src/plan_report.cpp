// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/deploy/plan_report.hpp>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

namespace orbweaver::deploy {

namespace {

std::string quoted_or_nothing(const std::string& value) {
  return value.empty() ? "nothing" : value;
}

std::string subject_of(const PlanAttempt& attempt) {
  if (attempt.component.empty()) return "the application";
  return "component '" + attempt.component + "'";
}

std::string heading_of(const PlanAttempt& attempt) {
  std::string text;
  if (!attempt.uses_device.empty()) text = "uses device '" + attempt.uses_device + "'";
  if (!attempt.implementation.empty()) {
    text +=
        (text.empty() ? "implementation '" : " of implementation '") + attempt.implementation + "'";
  }
  if (!attempt.device.empty()) text += " on device '" + attempt.device + "'";
  return text;
}

std::string text_of(const PlanAttempt& attempt) {
  auto text = "  " + heading_of(attempt) + ": " + (attempt.fits() ? "fits" : "does not fit") + "\n";
  for (const auto& comparison : attempt.comparisons) {
    text += std::string{"    "} + (comparison.matches ? "+ " : "- ") + line(comparison) + "\n";
  }
  return text;
}

nlohmann::json json_of(const Comparison& comparison) {
  return {{"what", name_of(comparison.kind)},
          {"subject", comparison.subject},
          {"wanted", comparison.wanted},
          {"found", comparison.found},
          {"matches", comparison.matches}};
}

nlohmann::json json_of(const PlanAttempt& attempt) {
  auto comparisons = nlohmann::json::array();
  for (const auto& comparison : attempt.comparisons) comparisons.push_back(json_of(comparison));
  return {{"component", attempt.component},
          {"implementation", attempt.implementation},
          {"uses_device", attempt.uses_device},
          {"device", attempt.device},
          {"fits", attempt.fits()},
          {"comparisons", std::move(comparisons)}};
}

nlohmann::json json_of(const std::vector<ComponentOptions>& options) {
  auto all = nlohmann::json::array();
  for (const auto& option : options)
    all.push_back({{"component", option.component}, {"options", option.options}});
  return all;
}

nlohmann::json json_of(const StepFailure& failure) {
  return {{"component", failure.component},
          {"device", failure.device},
          {"step", name_of(failure.step)},
          {"cause", line(failure.fault)}};
}

nlohmann::json json_of(const Failures& failures) {
  auto all = nlohmann::json::array();
  for (const auto& failure : failures) all.push_back(json_of(failure));
  return all;
}

}  // namespace

bool PlanAttempt::fits() const { return std::ranges::all_of(comparisons, &Comparison::matches); }

std::string_view name_of(Comparison::Kind kind) {
  constexpr std::array<std::string_view, 9> names{"file",     "code",      "availability",
                                                  "os",       "processor", "property",
                                                  "capacity", "package",   "assignment"};
  return names[static_cast<std::size_t>(kind)];
}

std::string line(const Comparison& comparison) {
  std::string text{name_of(comparison.kind)};
  if (!comparison.subject.empty()) text += " '" + comparison.subject + "'";
  return text + ": wants " + quoted_or_nothing(comparison.wanted) + ", found " +
         quoted_or_nothing(comparison.found);
}

std::string why_nothing_fits(const PlanReport& report, std::string_view component) {
  std::string text;
  for (const auto& attempt : report.attempts) {
    if (attempt.component != component || attempt.fits()) continue;
    text += (text.empty() ? "" : "; ") + heading_of(attempt) + ": ";
    const char* before = "";
    for (const auto& comparison : attempt.comparisons) {
      if (!comparison.matches) text += std::exchange(before, "; ") + line(comparison);
    }
  }
  return text.empty() ? "there is no device" : text;
}

std::string to_text(const PlanReport& report) {
  std::string text;
  const PlanAttempt* before = nullptr;
  for (const auto& attempt : report.attempts) {
    if (before == nullptr || before->component != attempt.component)
      text += subject_of(attempt) + "\n";
    text += text_of(attempt);
    before = &attempt;
  }
  for (const auto& execute_option : report.execute_options)
    text += "component '" + execute_option.component + "' is executed with " +
            to_text(execute_option.options) + "\n";
  for (const auto& failure : report.not_given_back) text += line(failure) + "\n";
  for (const auto& failure : report.failures) text += line(failure) + "\n";
  return text;
}

std::string to_json(const PlanReport& report) {
  auto attempts = nlohmann::json::array();
  for (const auto& attempt : report.attempts) attempts.push_back(json_of(attempt));
  const nlohmann::json all{
      {"application", report.application},    {"fits", report.failures.empty()},
      {"trials", std::move(attempts)},        {"execute_options", json_of(report.execute_options)},
      {"failures", json_of(report.failures)}, {"not_given_back", json_of(report.not_given_back)}};
  // Texts of profiles may be no UTF-8.
  return all.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace orbweaver::deploy
