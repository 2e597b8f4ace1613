// SPDX-License-Identifier: Apache-2.0
// Load that goes on while its server is restarted, and the accounts of it.
#pragma once
#include "cases.hpp"

namespace orbweaver::lab {

/// Enters 0 to count - 1 in the server's journal by two-way calls and jots down count to 2 * count
/// - 1 by one-way calls, in two threads. What certainly did not run is tried again; what may have
/// run is reported. Prints an `entered` line at each quarter, and the accounts as a `result` line.
void enter_numbers(const EchoReference& echo, std::uint32_t count);

}  // namespace orbweaver::lab
