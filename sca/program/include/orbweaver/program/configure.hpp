// SPDX-License-Identifier: Apache-2.0
// Properties of a component or device, set so that a refusal says why.
#pragma once
#include <orbweaver/generated/sca/CF/PropertySet.hpp>

namespace orbweaver::program {

/// As configure() of the object. If it takes some values and refuses others, its
/// PartialConfiguration names those alone; so they are given once more by themselves, and the
/// InvalidConfiguration that comes says why. Blocks: for the calls. Throws their exceptions:
/// InvalidConfiguration, PartialConfiguration, CORBA's own.
void configure(CF::PropertySet& object, const CF::Properties& values);

}  // namespace orbweaver::program
