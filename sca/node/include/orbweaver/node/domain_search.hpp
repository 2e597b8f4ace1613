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
    not_there,  // there is none now: another try may help
    wrong,      // the text is neither a reference nor a name: no other try helps
  };
  Kind kind = Kind::not_there;
  std::string why;  // one clause
};

/// Finds the domain manager by its name at the naming service, with or without a slash before it,
/// or by a stringified reference. Blocks: for two calls, each at most `call_timeout`.
[[nodiscard]] Result<CORBA::object_reference<CF::DomainManager>, SearchFault> find_domain_manager(
    CORBA::ORB& orb, const profile::FindBy& by, Nanoseconds call_timeout);

/// Returns a text for messages: "the naming service's 'Orbweaver/DomainManager'".
[[nodiscard]] std::string describe(const profile::FindBy& by);

}  // namespace orbweaver::node
