// SPDX-License-Identifier: Apache-2.0
// Configures a component or device so that a refusal has a reason.
#pragma once
#include <orbweaver/generated/sca/CF/PropertySet.hpp>

namespace orbweaver::program {

/// Calls configure(). If the object takes some values and refuses others, its PartialConfiguration
/// has only their ids. So configure() is called once more with these alone, and the
/// InvalidConfiguration that follows has the reason. Blocks: for the calls. Throws
/// InvalidConfiguration, PartialConfiguration, and CORBA's exceptions.
void configure(CF::PropertySet& object, const CF::Properties& values);

}  // namespace orbweaver::program
