// Settings that several components have, and how all are described. The same one has the same id in each, so that
// `--set *.sample_rate=96000` reaches all that need it. They are execute parameters: of a component's other properties the
// standard's domain sets only those of the assembly controller.
#pragma once
#include <orbweaver/ax25/plan.hpp>
#include <orbweaver/component/settings.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace orbweaver::ax25 {

/// An execute parameter.
[[nodiscard]] inline component::Details at_start(std::string description, std::string units = {},
                                                 std::optional<component::Limits> range = {}) {
  return {.description = std::move(description),
          .units = std::move(units),
          .kind = property::Kind::execparam,
          .range = std::move(range)};
}

/// One that has one of these values.
[[nodiscard]] inline component::Details one_of(std::vector<std::string> values,
                                               std::string description) {
  auto details = at_start(std::move(description));
  details.enumeration = std::move(values);
  return details;
}

/// The rate of the recording, from which the rates of all steps follow.
struct RateSettings {
  std::uint32_t sample_rate = 240'000;

  void describe(component::Describer& property) {
    property("sample_rate", sample_rate, at_start("Of the recording", "Hz"));
  }
};

/// For on_settings(): hands the plan of this rate to `use`. Refuses settings of which there is none.
template <class Use>
[[nodiscard]] component::Outcome with_plan(const Choices& choices, Use use) {
  const auto plan = make_plan(choices);
  if (!plan) return component::refuse(plan.error());
  use(*plan);
  return {};
}

/// Where relative names of files count from. A device runs a component in the folder of its program; orbweaver-domain gives
/// each component that has no value of it the folder in which it was started itself.
struct FolderSettings {
  std::optional<std::string> working_folder;

  void describe(component::Describer& property) {
    property("working_folder", working_folder,
             at_start("Where relative names of files count from"));
  }
  [[nodiscard]] std::filesystem::path file(const std::string& name) const {
    return std::filesystem::absolute(std::filesystem::path(working_folder.value_or("")) / name);
  }
};

}  // namespace orbweaver::ax25
