// SPDX-License-Identifier: Apache-2.0
// Serves a domain until the process is asked to end.
#pragma once
#include <orbweaver/program/service_manager.hpp>

#include "arguments.hpp"
#include "inbox.hpp"

namespace orbweaver::domain {

/// Call it while this process has one thread. `manager` is notified when the domain is ready and
/// when it ends. Returns the exit status: 0 if it served and gave everything back; 1 if it could
/// not begin, or if something could not be given back; 2 for a wrong option.
[[nodiscard]] int serve_domain(const ManagerArguments& arguments, Inbox& inbox,
                               const program::ServiceManager& manager);

}  // namespace orbweaver::domain
