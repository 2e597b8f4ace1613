// SPDX-License-Identifier: Apache-2.0
// Replaces an installed application and its files in an Orbweaver domain with one call of the
// domain (resource/own_properties.hpp).
#pragma once
#include <orbweaver/control/domain.hpp>

#include <string>

#include "files/domain_files.hpp"
#include "files/profile_tree.hpp"

namespace orbweaver::control {

/// Whether the domain can replace an application in one call: only Orbweaver's can.
[[nodiscard]] bool replaces_in_one_act(CF::DomainManager& manager);

/// Copies all files and the manifest into a temporary folder of the domain, and asks the domain to
/// swap them in. Throws Failed; then nothing was changed.
void replace(const Domain& domain, const DomainFiles& files, const ProfileTree& tree,
             const std::string& manifest);

}  // namespace orbweaver::control
