// SPDX-License-Identifier: Apache-2.0
// The components of the lab's pipeline, for programs of one and of several.
#pragma once
#include "launched/part.hpp"

namespace orbweaver::lab {

/// Sends the packets of an experiment, as fast as it can or on a schedule fixed beforehand.
[[nodiscard]] launched::Kind producer_kind();
/// Takes packets, works on each, hands it on.
[[nodiscard]] launched::Kind stage_kind();

}  // namespace orbweaver::lab
