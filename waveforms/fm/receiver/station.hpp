// The properties by which the components of the receiver know the station, and the plan that follows from them. The same
// property has the same id in each component: `--set *.sample_rate=240000` reaches all that need it.
//
// They are execute parameters: of a component's other properties the standard's domain sets only those of the assembly
// controller.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <stdexcept>
#include <string>

#include <orbweaver/component/definitions.hpp>
#include <orbweaver/fm/plan.hpp>
#include <orbweaver/resource/component.hpp>

namespace orbweaver::fm::components {

/// `sample_rate`, `band`, `deviation`: what each step of the receiver must know.
[[nodiscard]] component::Definitions station_properties();

/// `offset` and `de_emphasis`.
[[nodiscard]] property::Property offset_property();
[[nodiscard]] property::Property de_emphasis_property();

/// `audio_rate`: of the component that makes the audio and of the one that writes it.
[[nodiscard]] property::Property audio_rate_property();

/// `working_folder`: where relative names of files count from. A device runs a component in the folder of its program;
/// orbweaver-domain gives each component the folder in which it was started itself.
[[nodiscard]] property::Property working_folder_property();

/// The file that `name` means: as `working_folder` says, else from the folder of the process.
[[nodiscard]] std::filesystem::path file_named(const resource::Component& component,
                                               const std::string& name);

/// All are execute parameters.
[[nodiscard]] component::Details details(std::string description, std::string units = {});

/// What the properties say that the component has; the rest as it is in Choices. Throws std::runtime_error with one line
/// for an unknown band.
[[nodiscard]] Choices choices_of(const resource::Component& component);

/// The plan of these. Throws std::runtime_error with one line if they do not go together.
[[nodiscard]] Plan plan_of(const resource::Component& component);

/// {"event":"station", ...}: the properties that say what a component made of the signal. From these lines of the source and
/// of the audio follows what the reference makes of it.
[[nodiscard]] nlohmann::json station_line(const resource::Component& component);

/// For initialize(): fails with the line that plan_of() would throw.
[[nodiscard]] resource::Outcome check_plan(const resource::Component& component);

}  // namespace orbweaver::fm::components
