// SPDX-License-Identifier: Apache-2.0
// How to fix what an exception reports.
#pragma once
#include <orbweaver/corba/exception.hpp>

#include <string>

namespace orbweaver::control {

/// One clause; empty if there is nothing to say beyond the exception itself.
[[nodiscard]] std::string remedy_for(const CORBA::Exception& exception);

}  // namespace orbweaver::control
