// SPDX-License-Identifier: Apache-2.0
// An application of a version is made, or nothing is left of it.
#pragma once
#include <orbweaver/base/result.hpp>

#include <filesystem>
#include <string>
#include <vector>

#include "applications.hpp"

namespace orbweaver::control {

struct ApplicationVersion {
  std::string sad;  // in the domain, where it is installed
  std::vector<std::string> on, set;
  bool may_run_elsewhere = false;          // if a device of `on` is not there
  std::filesystem::path working_folder{};  // as Create has it
};

struct NotMade {
  VerbFailure failure;
  bool may_be_there = false;  // the domain did not say: it may be there yet
};

/// Creates and starts it; returns its identifier. Releases it again if it cannot be
/// started, or is there although its creation was not answered. Throws nothing of its own.
[[nodiscard]] Result<std::string, NotMade> make(const Domain& domain, const std::string& name,
                                                const ApplicationVersion& version, bool start);

}  // namespace orbweaver::control
