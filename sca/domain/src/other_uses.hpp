// What a domain before this one took of a device, and does not stand in its records: the device gives it
// back, if it is one of Orbweaver (device/kept.hpp).
#pragma once
#include <orbweaver/device/kept.hpp>
#include <orbweaver/domain/application_record.hpp>
#include <orbweaver/domain/device_book.hpp>
#include <orbweaver/resource/any_bridge.hpp>

#include <string>

#include "calls_end_by.hpp"

namespace orbweaver::domain {

/// Whether a record of this state has what the application took, and nothing else: the application is
/// neither being created nor released.
[[nodiscard]] bool is_certain(deploy::State state);

/// Adds what the application has of the device.
void add_use(const ApplicationRecord& record, const std::string& device,
             const resource::AnyBridge& bridge, device::Kept& kept);

/// Lets the device give back all but this. False: it cannot, as it is of another vendor. Throws
/// CORBA::SystemException if it does not answer.
[[nodiscard]] bool end_other_uses(const KnownDevice& known, const device::Kept& kept,
                                  CallsEndBy& calls);

}  // namespace orbweaver::domain
