// SPDX-License-Identifier: Apache-2.0
// The members of an exception of CF, as text.
#pragma once
#include <orbweaver/corba/exception.hpp>

#include <string>
#include <vector>

namespace orbweaver::control {

struct ExceptionMembers {
  std::string said;              // its message texts
  std::string number;            // "CF_EINVAL"
  std::vector<std::string> ids;  // ids of properties, or assignments "COMPONENT=DEVICE"
};

/// Returns the members; empty for an exception that is not of CF, or has none.
[[nodiscard]] ExceptionMembers members_of(const CORBA::UserException& exception);

}  // namespace orbweaver::control
