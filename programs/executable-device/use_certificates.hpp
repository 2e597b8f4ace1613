// SPDX-License-Identifier: Apache-2.0
// A device whose node has an issuer gives each application that it runs components of a certificate
// of its own.
#pragma once
#include <orbweaver/device/executable_device.hpp>
#include <orbweaver/os/thread.hpp>
#include <orbweaver/program/certificates_of_applications.hpp>

#include <memory>

namespace orbweaver::executable_device {

/// Adds to what the options do: a component shows the certificate of its application in the place
/// of the node's. If that cannot be made, it is not started.
void use_certificates(device::ExecutableDeviceOptions& options,
                      std::shared_ptr<program::CertificatesOfApplications> certificates);

/// Until the thread is destroyed.
[[nodiscard]] os::Thread renew_each_minute(
    std::shared_ptr<program::CertificatesOfApplications> certificates);

}  // namespace orbweaver::executable_device
