// SPDX-License-Identifier: Apache-2.0
// Reads the profile of a device of another process through its node's file system: properties, and
// the operating system and processor of the running implementation. SCA 2.2.2, Appendix D.2 and
// D.4.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/deploy/device.hpp>
#include <orbweaver/generated/sca/CF/FileSystem.hpp>
#include <orbweaver/property/definition.hpp>

#include <functional>
#include <string>
#include <vector>

namespace orbweaver::registry {

struct DeviceProfile {
  std::vector<property::Property> properties;  // of all kinds, in the order of the files
  deploy::OperatingSystem os;                  // of the SPD; empty: not given
  std::vector<std::string> processors;
};

/// Reads the SPD `name`, its SCD and their PRFs. `implementation`: id of the running one; if it is
/// empty or not in the SPD, any is taken. `between` is called before each file and piece, and may
/// throw. Files of more than 8 MiB are refused. Fails: with one line that names the file. Throws
/// the exceptions of the file system, except those for a missing file.
[[nodiscard]] Result<DeviceProfile, std::string> read_device_profile(
    CF::FileSystem& files, const std::string& name, const std::string& implementation,
    const std::function<void()>& between);

}  // namespace orbweaver::registry
