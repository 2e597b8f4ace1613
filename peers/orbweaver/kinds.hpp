// The components of the lab's pipeline, for programs of one and of several.
#pragma once
#include <orbweaver/component/part.hpp>

namespace orbweaver::lab {

/// Sends the packets of an experiment, as fast as it can or on a schedule fixed beforehand.
[[nodiscard]] component::Kind producer_kind();
/// Takes packets, works on each, hands it on.
[[nodiscard]] component::Kind stage_kind();

}  // namespace orbweaver::lab
