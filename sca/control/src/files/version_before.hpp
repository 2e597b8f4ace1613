// SPDX-License-Identifier: Apache-2.0
// The record of the version that an application had before its upgrade. It lies beside the SAD of
// the new version, so that any operator can roll back.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "domain_files.hpp"

namespace orbweaver::control {

struct VersionBefore {
  std::string sad;               // its name in the domain
  std::vector<std::string> on;   // COMPONENT=DEVICE: the device of each component
  std::vector<std::string> set;  // ID=VALUE: the values that differed from the profiles
  /// SAD of the first version, which was installed and not upgraded to. It stays known when the
  /// versions between are gone. Empty: the same as `sad`, or not known.
  std::string first{};
  friend bool operator==(const VersionBefore&, const VersionBefore&) = default;
};

/// "/fm.sad.xml.before" for "/fm.sad.xml".
[[nodiscard]] std::string version_before_name(const std::string& sad);

[[nodiscard]] std::string text_of(const VersionBefore& before);
/// Returns nothing if the text is no such record.
[[nodiscard]] std::optional<VersionBefore> version_before_in(const std::string& text);

/// Returns nothing if the application was not upgraded. Throws Failed if the record cannot be read.
[[nodiscard]] std::optional<VersionBefore> read_version_before(const DomainFiles& files,
                                                               const std::string& sad);

/// Returns the SAD of the first version in the chain of upgrades to `sad`; `sad` itself, if it has
/// no record.
[[nodiscard]] std::string first_version(const DomainFiles& files, const std::string& sad);

}  // namespace orbweaver::control
