// SPDX-License-Identifier: Apache-2.0
// The applications that were installed from a SAD, or from a later version of it.
#pragma once
#include "applications.hpp"

namespace orbweaver::control {

/// Returns the factory that was installed from this SAD; null if there is none. Throws
/// CORBA::Exception.
[[nodiscard]] Factory installed_from(const Domain& domain, const std::string& sad);

/// Returns the factory that was installed from this SAD or a later version of it; null if there is
/// none. A record that cannot be read is skipped, as it may be another application's. Throws
/// CORBA::Exception, and Failed if the domain has no file manager.
[[nodiscard]] Factory version_installed(const Domain& domain, const std::string& sad);

}  // namespace orbweaver::control
