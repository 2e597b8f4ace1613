// SPDX-License-Identifier: Apache-2.0
// The execute options of a component, from its profiles and the user, for the device.
#pragma once
#include <orbweaver/profile/model/assembly.hpp>
#include <orbweaver/profile/model/spd.hpp>
#include <orbweaver/property/definition.hpp>

#include <map>
#include <span>
#include <string>
#include <vector>

namespace orbweaver::deploy {

/// Values by the names of the options, such as "PRIORITY". The device knows which options exist.
using ExecuteOptions = std::map<std::string, std::string>;

/// "PRIORITY=10 SCHEDULING=fifo"
[[nodiscard]] std::string to_text(const ExecuteOptions& options);

/// Returns PRIORITY and STACK_SIZE of the implementation's code. A value that is no number is left
/// out: the check of the profiles reports it.
[[nodiscard]] ExecuteOptions options_of(const profile::ImplementationCode& code);

/// The sources of a component's execute options, each of which has properties
/// `EXECUTE_OPTION::<option>`.
struct OptionSources {
  std::span<const property::Property> properties;  // of the component, with their defaults
  const profile::ComponentInstantiation* instantiation = nullptr;  // of the SAD or DCD
  std::span<const property::Override> set;                         // by the user
};

/// Adds the options of `sources` to those of the code. If several sources have an option, the last
/// one of this order is used: the defaults of the properties; REDHAWK's affinity of the classes cpu
/// and cpuset, as CORE_AFFINITY; properties of the instantiation; the user's values. The component
/// needs no property for the last two. A blank value removes the option, so that the device's
/// default is used. Appends a line to `faults` for each wrong value.
void add_options(const OptionSources& sources, ExecuteOptions& options,
                 std::vector<std::string>& faults);

}  // namespace orbweaver::deploy
