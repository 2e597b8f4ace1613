// SPDX-License-Identifier: Apache-2.0
// Ends uses of a device that its domain does not know, as a domain before this one took them. A
// device of Orbweaver gives them back (device/kept.hpp).
#pragma once
#include <orbweaver/device/kept.hpp>
#include <orbweaver/registry/calls_end_by.hpp>
#include <orbweaver/registry/device_book.hpp>

namespace orbweaver::registry {

/// Lets the device give back all but this. False: it cannot, as it is of another vendor. Throws
/// CORBA::SystemException if it does not answer.
[[nodiscard]] bool end_other_uses(const KnownDevice& known, const device::Kept& kept,
                                  CallsEndBy& calls);

}  // namespace orbweaver::registry
