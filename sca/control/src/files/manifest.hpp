// SPDX-License-Identifier: Apache-2.0
// The list of all files that were copied into a domain for an application. The list lies beside the
// SAD, so that any operator can uninstall an application of another one.
#pragma once
#include <orbweaver/control/report.hpp>

#include <optional>
#include <set>
#include <string>

#include "domain_files.hpp"

namespace orbweaver::control {

struct Manifest {
  std::string application;        // its identifier
  std::set<std::string> copied;   // files that uninstalling removes
  std::set<std::string> used;     // files that were there already, and are needed
  std::set<std::string> folders;  // that were made, and are removed when they are empty
  [[nodiscard]] bool needs(const std::string& file) const;
};

/// "/fm.sad.xml.installed" for "/fm.sad.xml".
[[nodiscard]] std::string manifest_name(const std::string& sad);

[[nodiscard]] std::string text_of(const Manifest& manifest);
/// Fails: nothing, if it is no manifest, or has names that no install() writes.
[[nodiscard]] std::optional<Manifest> manifest_in(const std::string& text);

/// None: there is no list. Throws Failed if it cannot be read.
[[nodiscard]] std::optional<Manifest> read_manifest(const DomainFiles& files,
                                                    const std::string& sad);

}  // namespace orbweaver::control
