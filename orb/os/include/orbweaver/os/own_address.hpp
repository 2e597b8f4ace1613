// SPDX-License-Identifier: Apache-2.0
// How other programs find this machine.
#pragma once
#include <string>

namespace orbweaver::os {

/// Whether a name leads to an address; an address in numbers does. Blocks: while the name is looked
/// up, without a deadline.
[[nodiscard]] bool resolves(const std::string& host);
/// In numbers: that of the first network that is up, IPv4 before IPv6. Without one 127.0.0.1.
[[nodiscard]] std::string own_address();

}  // namespace orbweaver::os
