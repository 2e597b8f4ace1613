// SPDX-License-Identifier: Apache-2.0
// One run of an application, from the making of its domain to the end of its last process.
#pragma once
#include "arguments.hpp"
#include "domain/inbox.hpp"
#include "radio.hpp"
#include "reporter.hpp"

namespace orbweaver::domain {

/// Call it while this process has one thread. Returns the exit status: 0 as planned, 1 if something
/// failed.
[[nodiscard]] int run_radio(const RunArguments& arguments, const Radio& radio, Inbox& inbox,
                            Reporter& lines);

}  // namespace orbweaver::domain
