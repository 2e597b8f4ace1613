// SPDX-License-Identifier: Apache-2.0
// Settings that several components have, and how all are described. The same one has the same id in
// each, so that `--set *.offset=25000` reaches all that need it. They are execute parameters: of a
// component's other properties the standard's domain sets only those of the assembly controller.
#pragma once
#include <orbweaver/ax25/plan.hpp>
#include <orbweaver/component/settings.hpp>
#include <orbweaver/fm/at_rate.hpp>

#include <filesystem>
#include <optional>
#include <stdexcept>
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
  std::optional<std::uint32_t> sample_rate;

  void describe(component::Describer& property) {
    property("sample_rate", sample_rate,
             at_start("Of the recording, where neither it nor the packets state it", "Hz"));
  }
};

/// For on_settings() of a step behind the tuner: packets that do not state their rate have the one
/// that follows from the settings, if it is set there. Refuses one of which there is no channel.
template <class Step>
[[nodiscard]] component::Outcome choose_rate(const RateSettings& settings, fm::AtRate<Step>& step) {
  if (!settings.sample_rate) {
    step.choose({});
    return {};
  }
  const auto plan = make_plan({*settings.sample_rate});
  if (!plan) return component::refuse(plan.error());
  step.choose(plan->audio_rate);
  return {};
}

/// The step for a packet of audio, made of its rate and `arguments`. Throws std::runtime_error: no
/// rate is known, or it is no rate of audio.
template <class Step, class Input, class... Arguments>
[[nodiscard]] Step& step_for(const Input& in, fm::AtRate<Step>& step,
                             const Arguments&... arguments) {
  return step.at(in.metadata().sample_rate, [&](double rate) {
    if (auto complaint = complaint_about_audio_rate(rate); !complaint.empty()) {
      throw std::runtime_error(complaint);
    }
    return Step(rate, arguments...);
  });
}

/// Where relative names of files count from. A device runs a component in the folder of its
/// program; orbweaver-run gives each component that has no value of it the folder in which it was
/// started itself.
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
