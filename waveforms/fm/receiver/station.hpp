// SPDX-License-Identifier: Apache-2.0
// What the components of the receiver know of the station. The same property has the same id in
// each component: `--set *.band=narrow` reaches all that need it. The rate of the samples comes
// with the packets.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include <orbweaver/component/settings.hpp>
#include <orbweaver/fm/at_rate.hpp>
#include <orbweaver/fm/plan.hpp>

namespace orbweaver::fm::components {

inline constexpr auto kAuthorOfReceiver = "Orbweaver";

/// All are execute parameters: of a component's other properties the standard's domain sets only
/// those of the assembly controller.
[[nodiscard]] inline component::Details parameter(component::Details details) {
  details.kind = property::Kind::execparam;
  return details;
}

// Of properties that some steps of the receiver have.

[[nodiscard]] inline component::Details of_offset() {
  return parameter(
      {.description = "Of the station, from the middle of the recording", .units = "Hz"});
}
[[nodiscard]] inline component::Details of_de_emphasis() {
  return parameter({.description = "Time constant, 50 or 75; 0: none; -1: as the band has it",
                    .units = "us",
                    .range = {{-1, 1000}}});
}
[[nodiscard]] inline component::Details of_audio_rate() {
  return parameter(
      {.description = "Samples a second of the audio", .units = "Hz", .range = {{8000, 48'000}}});
}

/// What each step of the receiver must know. A step that knows more of the choices derives from it.
struct StationSettings {
  Choices choices;  // but for the rate and the band
  std::optional<std::uint32_t> sample_rate;
  std::string band = "broadcast";

  void describe(component::Describer& property) {
    property(
        "sample_rate", sample_rate,
        parameter({.description = "Of the recording, where neither it nor the packets state it",
                   .units = "Hz"}));
    property("band", band,
             parameter({.description = "narrow: speech, 5 kHz deviation; broadcast: 75 kHz, the "
                                       "mono signal",
                        .enumeration = {"narrow", "broadcast"}}));
    property("deviation", choices.deviation_hz,
             parameter({.description = "Full deviation; 0: as the band has it",
                        .units = "Hz",
                        .range = {{0, 200'000}}}));
  }
  [[nodiscard]] Choices all_choices() const {
    auto all = choices;
    all.sample_rate_hz = sample_rate.value_or(0);
    all.band = parse_band(band).value();
    return all;
  }
};

/// Of components that read or write a file. A device runs a component in the folder of its program;
/// orbweaver-run gives each component the folder in which it was started itself.
struct FileSettings {
  std::optional<std::string> working_folder;

  void describe(component::Describer& property) {
    property("working_folder", working_folder,
             parameter({.description = "Where relative names of files count from"}));
  }
  /// Names count from `working_folder`; if it is empty, from the folder of the process.
  [[nodiscard]] std::filesystem::path file_named(const std::string& name) const {
    return std::filesystem::absolute(std::filesystem::path{working_folder.value_or("")} / name);
  }
};

/// For initialize(): packets that do not state their rate have the one that follows from the
/// settings, if it is set there. Fails, with the line of make_plan(), if they do not go together.
template <class Step, class Rate>
[[nodiscard]] resource::Outcome choose_rate(const StationSettings& settings, Rate Plan::*rate,
                                            AtRate<Step>& step) {
  if (!settings.sample_rate) return {};
  const auto plan = make_plan(settings.all_choices());
  if (!plan) return component::refuse(plan.error());
  step.choose(static_cast<double>((*plan).*rate));
  return {};
}

/// Of a step behind the tuner. Throws std::runtime_error: there is none, with the line of
/// make_channel_plan().
[[nodiscard]] inline Plan channel_plan(const StationSettings& settings, double channel_rate) {
  const auto plan = make_channel_plan(settings.all_choices(), channel_rate);
  if (!plan) throw std::runtime_error(plan.error());
  return *plan;
}

}  // namespace orbweaver::fm::components
