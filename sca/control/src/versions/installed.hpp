// SPDX-License-Identifier: Apache-2.0
// The applications that were installed from a SAD, or from a later version of it.
#pragma once
#include "applications.hpp"

namespace orbweaver::control {

/// Null: nothing is. Throws CORBA::Exception.
[[nodiscard]] Factory installed_from(const Domain& domain, const std::string& sad);

/// Likewise. A record of a version that cannot be read is passed over, as it may be of another
/// application. Throws Failed, too: if the domain has no file manager.
[[nodiscard]] Factory version_installed(const Domain& domain, const std::string& sad);

}  // namespace orbweaver::control
