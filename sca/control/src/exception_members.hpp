// SPDX-License-Identifier: Apache-2.0
// The members of an exception of CF, as text.
#pragma once
#include <orbweaver/corba/exception.hpp>

#include <string>
#include <vector>

namespace orbweaver::control {

struct ExceptionMembers {
  std::string said;              // its messages
  std::string number;            // "CF_EINVAL"
  std::vector<std::string> ids;  // properties, or assignments "COMPONENT=DEVICE"
};

/// Empty for an exception that is not of CF, or has no members.
[[nodiscard]] ExceptionMembers members_of(const CORBA::UserException& exception);

}  // namespace orbweaver::control
