// SPDX-License-Identifier: Apache-2.0
// Chooses the implementation of a component that runs on a machine.
#pragma once
#include <orbweaver/node/node_plan.hpp>
#include <orbweaver/profile/component_profile.hpp>
#include <orbweaver/profile/root.hpp>

namespace orbweaver::node {

/// A file that a profile names.
struct LocatedFile {
  std::string name;            // in the SCA file system, absolute
  std::filesystem::path path;  // on this machine
};
/// Finds the file that `name` means. `from`: the folder of the profile that names it. Fails: with
/// one clause.
[[nodiscard]] Result<LocatedFile, std::string> locate(const profile::Root& root,
                                                      const std::string& name,
                                                      const std::filesystem::path& from);

/// Devices run executables and shared libraries. The device manager runs executables only.
enum class RunBy { device_manager, device };

/// Returns the first implementation of the SPD that fits the machine and whose program exists.
/// Blocks: on the file system. Fails: with one clause that says for each implementation why it is
/// not used.
[[nodiscard]] Result<ChosenCode, std::string> choose_code(
    const profile::ComponentProfile& component, const NodeMachine& machine,
    const profile::Root& root, RunBy run_by);

}  // namespace orbweaver::node
