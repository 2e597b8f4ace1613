// SPDX-License-Identifier: Apache-2.0
// A device whose node has an issuer gives each application that it runs components of a certificate
// of its own.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/device/executable_device.hpp>
#include <orbweaver/os/thread.hpp>
#include <orbweaver/program/certificates_of_applications.hpp>
#include <orbweaver/program/options.hpp>

#include <filesystem>
#include <memory>
#include <string>

namespace orbweaver::executable_device {

using Certificates = std::shared_ptr<program::CertificatesOfApplications>;

/// Null if the options of this program's ORB have no certificate. `folder`: is made for the files.
/// Fails: one readable line.
[[nodiscard]] Result<Certificates, std::string> certificates_of_applications(
    const program::Parameters& orb, const std::filesystem::path& folder);

/// Adds to what the options do: a component shows the certificate of its application in the place
/// of the node's. If that cannot be made, it is not started. Requires: no null.
void use_certificates(device::ExecutableDeviceOptions& options, const Certificates& certificates);

/// Until the thread is destroyed. No thread if they are null.
[[nodiscard]] os::Thread renew_each_minute(const Certificates& certificates);

}  // namespace orbweaver::executable_device
