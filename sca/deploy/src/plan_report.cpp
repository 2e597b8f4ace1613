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

std::string subject_of(const Trial& trial) {
  if (trial.component.empty()) return "the application";
  return "component '" + trial.component + "'";
}

std::string heading_of(const Trial& trial) {
  std::string text;
  if (!trial.uses_device.empty()) text = "uses device '" + trial.uses_device + "'";
  if (!trial.implementation.empty()) {
    text +=
        (text.empty() ? "implementation '" : " of implementation '") + trial.implementation + "'";
  }
  if (!trial.device.empty()) text += " on device '" + trial.device + "'";
  return text;
}

std::string text_of(const Trial& trial) {
  auto text = "  " + heading_of(trial) + ": " + (trial.fits() ? "fits" : "does not fit") + "\n";
  for (const auto& each : trial.comparisons) {
    text += std::string{"    "} + (each.matches ? "+ " : "- ") + line(each) + "\n";
  }
  return text;
}

nlohmann::json json_of(const Comparison& comparison) {
  return {{"what", name_of(comparison.what)},
          {"subject", comparison.subject},
          {"wanted", comparison.wanted},
          {"found", comparison.found},
          {"matches", comparison.matches}};
}

nlohmann::json json_of(const Trial& trial) {
  auto comparisons = nlohmann::json::array();
  for (const auto& each : trial.comparisons) comparisons.push_back(json_of(each));
  return {{"component", trial.component},
          {"implementation", trial.implementation},
          {"uses_device", trial.uses_device},
          {"device", trial.device},
          {"fits", trial.fits()},
          {"comparisons", std::move(comparisons)}};
}

nlohmann::json json_of(const std::vector<ComponentOptions>& options) {
  auto all = nlohmann::json::array();
  for (const auto& each : options)
    all.push_back({{"component", each.component}, {"options", each.options}});
  return all;
}

nlohmann::json json_of(const Failure& failure) {
  return {{"component", failure.component},
          {"device", failure.device},
          {"step", name_of(failure.step)},
          {"cause", line(failure.fault)}};
}

nlohmann::json json_of(const Failures& failures) {
  auto all = nlohmann::json::array();
  for (const auto& each : failures) all.push_back(json_of(each));
  return all;
}

}  // namespace

bool Trial::fits() const { return std::ranges::all_of(comparisons, &Comparison::matches); }

std::string_view name_of(Comparison::What what) {
  constexpr std::array<std::string_view, 9> names{"file",     "code",      "availability",
                                                  "os",       "processor", "property",
                                                  "capacity", "package",   "assignment"};
  return names[static_cast<std::size_t>(what)];
}

std::string line(const Comparison& comparison) {
  std::string text{name_of(comparison.what)};
  if (!comparison.subject.empty()) text += " '" + comparison.subject + "'";
  return text + ": wants " + quoted_or_nothing(comparison.wanted) + ", found " +
         quoted_or_nothing(comparison.found);
}

std::string why_nothing_fits(const PlanReport& report, std::string_view component) {
  std::string text;
  for (const auto& trial : report.trials) {
    if (trial.component != component || trial.fits()) continue;
    text += (text.empty() ? "" : "; ") + heading_of(trial) + ": ";
    const char* before = "";
    for (const auto& each : trial.comparisons) {
      if (!each.matches) text += std::exchange(before, "; ") + line(each);
    }
  }
  return text.empty() ? "there is no device" : text;
}

std::string to_text(const PlanReport& report) {
  std::string text;
  const Trial* before = nullptr;
  for (const auto& trial : report.trials) {
    if (before == nullptr || before->component != trial.component) text += subject_of(trial) + "\n";
    text += text_of(trial);
    before = &trial;
  }
  for (const auto& each : report.execute_options)
    text += "component '" + each.component + "' is executed with " + to_text(each.options) + "\n";
  for (const auto& failure : report.not_given_back) text += line(failure) + "\n";
  for (const auto& failure : report.failures) text += line(failure) + "\n";
  return text;
}

std::string to_json(const PlanReport& report) {
  auto trials = nlohmann::json::array();
  for (const auto& each : report.trials) trials.push_back(json_of(each));
  const nlohmann::json all{
      {"application", report.application},    {"fits", report.failures.empty()},
      {"trials", std::move(trials)},          {"execute_options", json_of(report.execute_options)},
      {"failures", json_of(report.failures)}, {"not_given_back", json_of(report.not_given_back)}};
  // Texts of profiles may be no UTF-8.
  return all.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace orbweaver::deploy
