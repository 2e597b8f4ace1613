// SPDX-License-Identifier: Apache-2.0
// How to fix what an exception reports.
#pragma once
#include <orbweaver/corba/exception.hpp>

#include <string>

namespace orbweaver::control {

/// Returns one clause; empty if the exception itself says all that is known.
[[nodiscard]] std::string remedy_for(const CORBA::Exception& exception);

}  // namespace orbweaver::control
