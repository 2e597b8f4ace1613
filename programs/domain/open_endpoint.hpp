// SPDX-License-Identifier: Apache-2.0
// Whether an endpoint of a domain lets other machines in.
#pragma once
#include <string>

namespace orbweaver::domain {

/// Whether other machines can reach the endpoint, as -ORBendPoint takes it.
[[nodiscard]] bool is_open(const std::string& endpoint);

}  // namespace orbweaver::domain
