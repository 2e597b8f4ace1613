// SPDX-License-Identifier: Apache-2.0
// Ends the uses of a device that the domain's predecessor left and this domain does not know. A
// device of Orbweaver can give them back (device/kept.hpp).
#pragma once
#include <orbweaver/device/kept.hpp>
#include <orbweaver/registry/calls_end_by.hpp>
#include <orbweaver/registry/device_book.hpp>

namespace orbweaver::registry {

/// Asks the device to give back all uses but these. Returns false if it cannot, as it is of another
/// vendor. Throws CORBA::SystemException if it does not answer.
[[nodiscard]] bool end_other_uses(const KnownDevice& known, const device::Kept& kept,
                                  CallsEndBy& calls);

}  // namespace orbweaver::registry
