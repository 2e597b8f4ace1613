// SPDX-License-Identifier: Apache-2.0
// Creates an application of a version, completely or not at all.
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
  bool may_run_elsewhere = false;          // on other devices, if one of `on` does not exist
  std::filesystem::path working_folder{};  // see Create
};

struct NotMade {
  VerbFailure failure;
  bool may_be_there = false;  // the domain did not answer: the application may exist
};

/// Creates the application and starts it; returns its identifier. If it cannot be started, or if
/// the domain did not answer, the application is released again. Throws nothing of its own.
[[nodiscard]] Result<std::string, NotMade> make(const Domain& domain, const std::string& name,
                                                const ApplicationVersion& version, bool start);

}  // namespace orbweaver::control
