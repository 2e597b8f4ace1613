// SPDX-License-Identifier: Apache-2.0
// A program that a device is about to start, and the application that it belongs to.
#pragma once
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace orbweaver::device {

/// Ids and values, in the order of a program's arguments.
using Parameters = std::vector<std::pair<std::string, std::string>>;

struct ProgramToStart {
  std::string name;  // of the component, as with its output
  /// Of its COMPONENT_IDENTIFIER. Empty: it is of no application, or its domain does not say of
  /// which.
  std::string application;
  /// Its COMPONENT_IDENTIFIER, which is the same each time that the application is created under
  /// its name. Empty: it has none.
  std::string identifier = {};
};

/// "radio" of the identifier "rx:radio" (SCA 2.2.2, 3.1.3.2.2): what is behind its last colon, as
/// the part before it may have some ("DCE:9f3c:radio"). Empty if there is no colon.
[[nodiscard]] std::string application_of(std::string_view component_identifier);

/// The value of the first parameter of that id; null if there is none.
[[nodiscard]] const std::string* value_of(const Parameters& parameters, std::string_view id);

}  // namespace orbweaver::device
