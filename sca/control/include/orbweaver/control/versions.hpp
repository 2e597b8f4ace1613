// SPDX-License-Identifier: Apache-2.0
// Versions of an application: a new one beside the one that runs, and the way back.
//
// The files of a new version lie in a folder of their own, as /versions/fm/2. Beside its SAD lies a
// record of the version before it. An application keeps its name with its version; its identifier
// changes.
#pragma once
#include <orbweaver/control/domain.hpp>
#include <orbweaver/control/report.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace orbweaver::control {

/// How one version takes the place of another.
struct Exchange {
  std::string application;         // one that runs: its name or identifier
  std::vector<std::string> on{};   // of the version to come, as create() takes them
  std::vector<std::string> set{};  // likewise
  bool start = true;               // the version to come is started
  bool stop_first = false;         // the running version ends first: there is no room for both
  std::filesystem::path working_folder{};  // as Create has it
};

struct Upgrade {
  std::filesystem::path sad;  // of the new version, on this machine
  std::optional<std::filesystem::path> root{};
  Exchange exchange;
};
/// Copies the new version, installs it instead of the one that runs, creates and starts it; then
/// stops and releases the one that runs. Throws Failed if the new one cannot be installed, created
/// or started: then the other one goes on, or is made again, and nothing of the new one is left. A
/// version before that cannot be released is a line of the report, and the report is not well.
Report upgrade(const Domain& domain, const Upgrade& wanted);

/// Exchanges the application for the version that it had before, where its components ran and with
/// the values that they had, unless `on` or `set` say otherwise. Then the files of the version that
/// it had are removed, unless other applications of it run.
Report roll_back(const Domain& domain, const Exchange& wanted);

/// Identifier of the factory of what is installed from this SAD, or from a later version of it.
/// Empty: there is none. Throws CORBA::Exception or Failed.
[[nodiscard]] std::string installed_version(const Domain& domain, const std::string& sad);

}  // namespace orbweaver::control
