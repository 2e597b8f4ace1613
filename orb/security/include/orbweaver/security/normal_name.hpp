// SPDX-License-Identifier: Apache-2.0
// Names of certificates as they are compared: where letters of both cases mean the same, small
// ones.
#pragma once
#include <string>

namespace orbweaver::security {

/// Of "dns:Radio-1" the whole name, of "uri:SPIFFE://Example/node/A" the scheme and the host (RFC
/// 3986, 6.2.2.1: Case Normalization), of every other name nothing changes. Also of a pattern, if
/// its star does not stand for the end of the host.
[[nodiscard]] std::string normal_name(std::string name);

}  // namespace orbweaver::security
