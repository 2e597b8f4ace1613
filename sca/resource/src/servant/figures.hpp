// SPDX-License-Identifier: Apache-2.0
// The figures of a component, as the IDL's type.
#pragma once
#include <orbweaver/generated/sca/MeasuredResource.hpp>
#include <orbweaver/packets/snapshot.hpp>

namespace orbweaver::resource {

[[nodiscard]] Orbweaver::ComponentFigures to_idl(const packets::Snapshot& snapshot);

}  // namespace orbweaver::resource
