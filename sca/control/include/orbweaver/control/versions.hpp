// SPDX-License-Identifier: Apache-2.0
// Upgrades an application to a new version, and rolls it back.
//
// The files of a new version lie in a folder of their own, such as /versions/fm/2. A record of the
// previous version lies beside the new SAD. An upgraded application keeps its name, and gets a new
// identifier.
#pragma once
#include <orbweaver/control/domain.hpp>
#include <orbweaver/control/report.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace orbweaver::control {

/// Options of upgrade() and roll_back().
struct Exchange {
  std::string application;         // name or identifier of a running application
  std::vector<std::string> on{};   // placement of the new version, as create() takes it
  std::vector<std::string> set{};  // values of the new version, as create() takes them
  bool start = true;               // the new version is started
  bool stop_first = false;  // the running version is released first, as both do not fit at once
  std::filesystem::path working_folder{};  // see Create
};

struct Upgrade {
  std::filesystem::path sad;  // of the new version, on this machine
  std::optional<std::filesystem::path> root{};
  Exchange exchange;
};
/// Copies and installs the new version, creates and starts it, then stops and releases the running
/// one. If a step before the release fails, the running version goes on (or is created again), the
/// new version is removed, and Failed is thrown. If the running version cannot be released, the
/// report has a line about it and is not well.
Report upgrade(const Domain& domain, const Upgrade& wanted);

/// Returns to the previous version. Its components run where they ran before and with the values
/// that they had, unless `on` or `set` say otherwise. The files of the abandoned version are
/// removed, unless other applications of it run.
Report roll_back(const Domain& domain, const Exchange& wanted);

/// Identifier of the factory that was installed from this SAD, or from a later version of it.
/// Empty: there is none. Throws CORBA::Exception or Failed.
[[nodiscard]] std::string installed_version(const Domain& domain, const std::string& sad);

}  // namespace orbweaver::control
