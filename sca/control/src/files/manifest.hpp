// SPDX-License-Identifier: Apache-2.0
// The list of the files that were copied into a domain for an application. It lies beside the SAD,
// so that an operator on another machine can uninstall the application.
#pragma once
#include <orbweaver/control/report.hpp>

#include <optional>
#include <set>
#include <string>

#include "domain_files.hpp"

namespace orbweaver::control {

struct Manifest {
  std::string application;       // its identifier
  std::set<std::string> copied;  // files that uninstall() removes
  std::set<std::string> used;    // files that the domain had before, and the application needs
  // folders that were made; uninstall() removes those that are empty
  std::set<std::string> folders;
  [[nodiscard]] bool needs(const std::string& file) const;
};

/// "/fm.sad.xml.installed" for "/fm.sad.xml".
[[nodiscard]] std::string manifest_name(const std::string& sad);

[[nodiscard]] std::string text_of(const Manifest& manifest);
/// Returns nothing if the text is no manifest, or has names that install() never writes.
[[nodiscard]] std::optional<Manifest> manifest_in(const std::string& text);

/// Returns nothing if there is no manifest. Throws Failed if it cannot be read.
[[nodiscard]] std::optional<Manifest> read_manifest(const DomainFiles& files,
                                                    const std::string& sad);

}  // namespace orbweaver::control
