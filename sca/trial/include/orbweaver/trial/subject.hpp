// SPDX-License-Identifier: Apache-2.0
// The component to try, read from its SPD, with the user's settings.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/deploy/plan.hpp>
#include <orbweaver/property/defaults.hpp>
#include <orbweaver/trial/port_files.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace orbweaver::trial {

/// The component to try and its settings, as the user gives them.
struct Request {
  std::filesystem::path spd;
  std::optional<std::filesystem::path> root;  // of the SCA file system; nothing: guessed
  std::vector<std::string> settings;          // PROPERTY=VALUE
  std::string implementation;                 // an id; empty: the first that fits this machine
  std::vector<std::string> inputs, outputs;   // [PORT=]FILE
  /// The messaging mode of packets to the component, and of the component itself if it has the
  /// property.
  std::optional<std::string> messaging;
};

struct Subject {
  std::string name;        // the package's
  std::string identifier;  // COMPONENT_IDENTIFIER
  std::string implementation;
  std::string profile;                                          // the SPD in the SCA file system
  std::filesystem::path program;                                // the file to run
  bool is_library = false;                                      // in a host process
  std::vector<std::string> library_folders;                     // of packages that it depends on
  std::vector<std::pair<std::string, std::string>> parameters;  // of kind execparam
  std::vector<property::Override> set;                          // by the user, of any kind
  std::vector<property::Property> properties;                   // of the profiles
  deploy::ExecuteOptions options;
  deploy::Capacities configure;
  PortFiles files;
  /// The messaging mode for packets to it: its parameter `messaging`, if it has one.
  std::string messaging = "ordered";
};

/// Why the component cannot be tried: one line for each error.
struct SubjectRefusal {
  std::vector<std::string> lines;
  bool fits_nowhere = false;  // there is no error, but no implementation for this machine
};

/// Reads the profiles, checks them as `orbweaver check` does, and chooses the implementation as
/// deployment does: the first that fits this machine and exists. Blocks: on the file system. Fails:
/// with the errors of the files or the request.
[[nodiscard]] Result<Subject, SubjectRefusal> read_subject(const Request& request);

}  // namespace orbweaver::trial
