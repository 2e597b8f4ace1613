// SPDX-License-Identifier: Apache-2.0
// The command line that a device manager gives to a device's program: pairs of an id and a value.
// SCA 2.2.2, 3.1.3.2.4. Does not use CORBA.
#pragma once
#include <orbweaver/base/result.hpp>

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace orbweaver::node {

/// The arguments with the ids of SCA 2.2.2, 3.1.3.2.4. A text that was not given is empty.
struct DeviceArguments {
  std::string device_manager;  ///< DEVICE_MGR_IOR
  std::string profile;         ///< PROFILE_NAME
  std::string identifier;      ///< DEVICE_ID
  std::string label;           ///< DEVICE_LABEL; if it is missing, the identifier
  std::string composite;       ///< Composite_DEVICE_IOR; empty: not part of another device
  /// All other arguments, in their order.
  std::vector<std::pair<std::string, std::string>> parameters;
};

/// Parses the command line. `words`: without the program's name and -ORB options. An id may begin
/// with dashes. REDHAWK's spelling COMPOSITE_DEVICE_IOR means Composite_DEVICE_IOR. Fails with one
/// line if an id has no value, or if DEVICE_MGR_IOR or DEVICE_ID is missing or empty.
[[nodiscard]] Result<DeviceArguments, std::string> parse_device_arguments(
    std::span<const std::string> words);

}  // namespace orbweaver::node
