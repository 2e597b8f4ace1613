// SPDX-License-Identifier: Apache-2.0
// A device with rules gives each application that it runs components of rules of its own.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/device/executable_device.hpp>
#include <orbweaver/program/options.hpp>
#include <orbweaver/program/rules_of_applications.hpp>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "use_certificates.hpp"

namespace orbweaver::executable_device {

using Rules = std::shared_ptr<program::RulesOfApplications>;

/// Null if the options of this program's ORB have no rules. `folder`: is made for their files.
/// Fails: one readable line.
[[nodiscard]] Result<Rules, std::string> rules_of_applications(const program::Parameters& orb,
                                                               const std::filesystem::path& folder);

/// Adds to what the options do: a component gets the files of its application and about all
/// components as its first rules. The files follow which components run, and which process is the
/// domain. Each program gets an audit log of its own, FILE.COMPONENT:APPLICATION for FILE.
/// Requires: no null rules; use_certificates() is called before this if there are some.
void use_rules(device::ExecutableDeviceOptions& options, const Rules& rules,
               const Certificates& certificates);

/// The words of this program; with the rules about components, if there are some, before the
/// node's.
class CommandLine {
 public:
  CommandLine(int argc, char** argv, const Rules& rules);
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;

  [[nodiscard]] int count() const noexcept { return static_cast<int>(words_.size()) - 1; }
  [[nodiscard]] char** words() noexcept { return words_.data(); }

 private:
  std::string option_, file_;
  std::vector<char*> words_;  // and a null
};

}  // namespace orbweaver::executable_device
