// SPDX-License-Identifier: Apache-2.0
// Replaces an application of an Orbweaver domain with its files, in one act of the domain
// (resource/own_properties.hpp).
#pragma once
#include <orbweaver/control/domain.hpp>

#include <string>

#include "files/domain_files.hpp"
#include "files/profile_tree.hpp"

namespace orbweaver::control {

/// A domain of another vendor does not.
[[nodiscard]] bool replaces_in_one_act(CF::DomainManager& manager);

/// Copies all files into a folder beside, with the list of what was copied, and has the domain take
/// them. Throws Failed: then everything is as before.
void replace(const Domain& domain, const DomainFiles& files, const ProfileTree& tree,
             const std::string& manifest);

}  // namespace orbweaver::control
