// SPDX-License-Identifier: Apache-2.0
// The command line of a device's program, as a device manager writes it: pairs of an id and a
// value. SCA 2.2.2, 3.1.3.2.4. No CORBA.
#pragma once
#include <orbweaver/base/result.hpp>

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace orbweaver::node {

/// SCA 2.2.2, 3.1.3.2.4, has the ids. A text that was not given is empty.
struct DeviceArguments {
  std::string device_manager;  ///< DEVICE_MGR_IOR
  std::string profile;         ///< PROFILE_NAME
  std::string identifier;      ///< DEVICE_ID
  std::string label;           ///< DEVICE_LABEL; the identifier if there is none
  std::string composite;       ///< Composite_DEVICE_IOR; empty: it is part of no device
  /// All others, in the order in which they came.
  std::vector<std::pair<std::string, std::string>> parameters;
};

/// `words`: the command line without the program's name and without -ORB options. An id may have
/// dashes before it. COMPOSITE_DEVICE_IOR is Composite_DEVICE_IOR, as REDHAWK writes it.
/// Fails with one line: an id without a value; DEVICE_MGR_IOR or DEVICE_ID missing or empty.
[[nodiscard]] Result<DeviceArguments, std::string> parse_device_arguments(
    std::span<const std::string> words);

}  // namespace orbweaver::node
