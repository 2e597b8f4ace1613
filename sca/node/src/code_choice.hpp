// SPDX-License-Identifier: Apache-2.0
// Which implementation of a component runs on a machine.
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
/// `from`: the folder of the profile that names it. Fails: with one clause.
[[nodiscard]] Result<LocatedFile, std::string> locate(const profile::Root& root,
                                                      const std::string& name,
                                                      const std::filesystem::path& from);

/// A device runs programs and shared libraries; the device manager runs programs alone.
enum class RunBy { device_manager, device };

/// The first implementation, in the order of the SPD, that fits the machine and whose program is
/// there. Blocks: on the file system. Fails: with one clause that says for each implementation why
/// not.
[[nodiscard]] Result<ChosenCode, std::string> choose_code(
    const profile::ComponentProfile& component, const NodeMachine& machine,
    const profile::Root& root, RunBy run_by);

}  // namespace orbweaver::node
