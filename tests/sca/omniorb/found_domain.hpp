// SPDX-License-Identifier: Apache-2.0
// A domain manager as any client finds it: by its name at a naming service.
#pragma once
#include "corba.hpp"

#include <string>

#include "domain.hh"

namespace foreign {

/// `naming`: HOST:PORT of the naming service. Fails: throws std::runtime_error, or CORBA
/// exceptions.
CF::DomainManager_var find_domain(CORBA::ORB_ptr orb, const std::string& naming,
                                  const std::string& domain);

}  // namespace foreign
