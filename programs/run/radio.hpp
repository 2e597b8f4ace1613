// SPDX-License-Identifier: Apache-2.0
// An application with the user's settings, read from its files: it can be planned or run.
#pragma once
#include <orbweaver/deploy/plan.hpp>
#include <orbweaver/profile/root.hpp>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "arguments.hpp"

namespace orbweaver::domain {

struct Radio {
  profile::Root root;
  std::string file;  // the SAD, absolute in the SCA file system
  std::map<std::string, std::filesystem::path> elsewhere;  // the SAD, if it is not below the root
  std::string name;
  profile::Application application;
  std::vector<deploy::SetValue> overrides;
  std::string debug;  // instantiation that waits for a debugger; empty: none
};

/// Fails: with one line for each error in the files or the settings.
[[nodiscard]] Result<Radio, std::vector<std::string>> read_radio(const RunArguments& arguments);

/// Adds one more setting to those of the arguments and the radio. Fails: with one line.
[[nodiscard]] Result<void, std::string> add_setting(std::string setting, RunArguments& arguments,
                                                    Radio& radio);

}  // namespace orbweaver::domain
