// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/node/device_arguments.hpp>

#include <algorithm>
#include <string_view>

namespace orbweaver::node {

namespace {

/// Returns the member for one of the standard's ids; null for any other id.
std::string* place_of(DeviceArguments& arguments, std::string_view id) {
  id.remove_prefix(std::min(id.find_first_not_of('-'), id.size()));
  if (id == "DEVICE_MGR_IOR") return &arguments.device_manager;
  if (id == "PROFILE_NAME") return &arguments.profile;
  if (id == "DEVICE_ID") return &arguments.identifier;
  if (id == "DEVICE_LABEL") return &arguments.label;
  if (id == "Composite_DEVICE_IOR" || id == "COMPOSITE_DEVICE_IOR") return &arguments.composite;
  return nullptr;
}

Result<DeviceArguments, std::string> complete(DeviceArguments arguments) {
  if (arguments.device_manager.empty())
    return unexpected<std::string>(
        "DEVICE_MGR_IOR is missing: a device manager starts this program, and gives it");
  if (arguments.identifier.empty())
    return unexpected<std::string>("DEVICE_ID is missing: give it and a value");
  if (arguments.label.empty()) arguments.label = arguments.identifier;
  return arguments;
}

}  // namespace

Result<DeviceArguments, std::string> parse_device_arguments(std::span<const std::string> words) {
  DeviceArguments arguments;
  for (std::size_t i = 0; i < words.size(); i += 2) {
    if (i + 1 == words.size())
      return unexpected("'" + words[i] +
                        "' has no value: arguments are pairs of an id and a value");
    if (auto* const place = place_of(arguments, words[i]))
      *place = words[i + 1];
    else
      arguments.parameters.emplace_back(words[i], words[i + 1]);
  }
  return complete(std::move(arguments));
}

}  // namespace orbweaver::node
