// SPDX-License-Identifier: Apache-2.0
// The version that an application had before it was upgraded. The file lies beside the SAD of the
// new version, so that any operator can go back.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "domain_files.hpp"

namespace orbweaver::control {

struct VersionBefore {
  std::string sad;               // its name in the domain
  std::vector<std::string> on;   // COMPONENT=DEVICE: where its components ran
  std::vector<std::string> set;  // ID=VALUE: its values that were not those of its profiles
  /// The version that was never upgraded: it is known when versions between are gone. Empty: `sad`,
  /// or not known.
  std::string first{};
  friend bool operator==(const VersionBefore&, const VersionBefore&) = default;
};

/// "/fm.sad.xml.before" for "/fm.sad.xml".
[[nodiscard]] std::string version_before_name(const std::string& sad);

[[nodiscard]] std::string text_of(const VersionBefore& before);
/// Nothing, if it is none.
[[nodiscard]] std::optional<VersionBefore> version_before_in(const std::string& text);

/// None: it was not upgraded. Throws Failed if it cannot be read.
[[nodiscard]] std::optional<VersionBefore> read_version_before(const DomainFiles& files,
                                                               const std::string& sad);

/// The one that those of `sad` began with; `sad` itself, if no record says otherwise.
[[nodiscard]] std::string first_version(const DomainFiles& files, const std::string& sad);

}  // namespace orbweaver::control
