// SPDX-License-Identifier: Apache-2.0
// Installs one version instead of another, and can undo that.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "applications.hpp"

namespace orbweaver::control {

/// Threads: one.
class InstalledInstead {
 public:
  /// `to`: the SAD of the version to install, in the domain.
  InstalledInstead(const Domain& domain, std::string to) : domain_(&domain), to_(std::move(to)) {}
  InstalledInstead(const InstalledInstead&) = delete;
  InstalledInstead& operator=(const InstalledInstead&) = delete;

  /// Uninstalls the version `from` and any application with the identifier of `to`, as two cannot
  /// share one; then installs `to`. Does nothing if `to` is installed. Throws Failed: the caller
  /// then calls go_back().
  void carry_out(const std::string& from);

  struct Undone {
    std::string problem;  // a line for each SAD that is not installed again; empty: all are
    bool may_be_installed = false;  // `to` may be installed: its files must stay
  };
  /// Uninstalls `to` and installs the earlier applications again. Each step is tried, even if the
  /// one before it failed.
  [[nodiscard]] Undone go_back();

 private:
  [[nodiscard]] std::map<std::string, std::string> in_the_way(const std::string& from) const;
  [[nodiscard]] bool is_installed(const std::string& sad) const;
  void uninstall(const std::string& sad, const std::string& identifier) const;
  void install(const std::string& sad) const;
  [[nodiscard]] bool may_stay_installed() const;

  const Domain* domain_;
  const std::string to_;
  // their SADs; whether the last one was is uncertain after a failure
  std::vector<std::string> uninstalled_;
  bool is_begun_ = false;       // installing `to` has begun
  bool is_unanswered_ = false;  // the domain did not answer: whether `to` is installed is unknown
};

}  // namespace orbweaver::control
