// SPDX-License-Identifier: Apache-2.0
// Finds the domain manager that a DCD or the user names.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/base/result.hpp>
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/generated/sca/CF/DomainManager.hpp>
#include <orbweaver/profile/model/parts.hpp>

#include <string>

namespace orbweaver::node {

struct SearchFault {
  enum class Kind {
    not_there,  // another try may help
    wrong,      // none will: the text is no reference, or no name
  };
  Kind kind = Kind::not_there;
  std::string why;  // one clause
};

/// By its name at the naming service, a slash before it or not, or by its reference as text.
/// Blocks: two calls, each at most `call_timeout`.
[[nodiscard]] Result<CORBA::object_reference<CF::DomainManager>, SearchFault> find_domain_manager(
    CORBA::ORB& orb, const profile::FindBy& by, Nanoseconds call_timeout);

/// "the naming service's 'Orbweaver/DomainManager'", for messages.
[[nodiscard]] std::string describe(const profile::FindBy& by);

}  // namespace orbweaver::node
