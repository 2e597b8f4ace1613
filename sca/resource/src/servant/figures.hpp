// What a component measured, as the IDL has it.
#pragma once
#include <orbweaver/generated/sca/MeasuredResource.hpp>
#include <orbweaver/packets/snapshot.hpp>

namespace orbweaver::resource {

[[nodiscard]] Orbweaver::ComponentFigures to_idl(const packets::Snapshot& snapshot);

}  // namespace orbweaver::resource
