// SPDX-License-Identifier: Apache-2.0
// How the program of a component is to run: what its profiles and the user say, for the device.
#pragma once
#include <orbweaver/profile/model/assembly.hpp>
#include <orbweaver/profile/model/spd.hpp>
#include <orbweaver/property/definition.hpp>

#include <map>
#include <span>
#include <string>
#include <vector>

namespace orbweaver::deploy {

/// Values by the names of the options, as "PRIORITY"; which there are, the device knows.
using ExecuteOptions = std::map<std::string, std::string>;

/// "PRIORITY=10 SCHEDULING=fifo"
[[nodiscard]] std::string to_text(const ExecuteOptions& options);

/// PRIORITY and STACK_SIZE, as the implementation's code says them. A value that is no number is
/// left out: the check of the profiles reports it.
[[nodiscard]] ExecuteOptions options_of(const profile::ImplementationCode& code);

/// The places that say how one component is executed, each of them by properties
/// `EXECUTE_OPTION::<option>`.
struct OptionSources {
  std::span<const property::Property> properties;  // of the component, with their defaults
  const profile::ComponentInstantiation* instantiation = nullptr;  // of the SAD or DCD
  std::span<const property::Override> set;                         // by the user
};

/// Adds the options of `sources` to those of the code, in this order, of which the last one counts:
/// defaults of the properties; REDHAWK's affinity of the classes cpu and cpuset, as CORE_AFFINITY;
/// properties of the instantiation; what the user sets. The last two need no property of the
/// component. A blank value takes the option away, so that the device's usual counts. Appends a
/// line to `faults` for each value that is wrong.
void add_options(const OptionSources& sources, ExecuteOptions& options,
                 std::vector<std::string>& faults);

}  // namespace orbweaver::deploy
