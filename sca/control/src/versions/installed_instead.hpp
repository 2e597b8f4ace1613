// SPDX-License-Identifier: Apache-2.0
// One version is installed instead of another, and the way back.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "applications.hpp"

namespace orbweaver::control {

/// One thread.
class InstalledInstead {
 public:
  /// `to`: a SAD of the domain.
  InstalledInstead(const Domain& domain, std::string to) : domain_(&domain), to_(std::move(to)) {}
  InstalledInstead(const InstalledInstead&) = delete;
  InstalledInstead& operator=(const InstalledInstead&) = delete;

  /// Uninstalls the version `from`, and what has the identifier of `to`, which one alone can have;
  /// then installs `to`. Nothing, if it is installed. Throws Failed: then go_back() is to be
  /// called.
  void carry_out(const std::string& from);

  struct Undone {
    std::string problem;  // a line for each SAD that is not installed again; empty: all are
    bool may_be_installed = false;  // `to` may be installed yet: its files are to stay
  };
  /// Installs the earlier application again, as far as its files are there: tries every step, even
  /// if the one before it failed.
  [[nodiscard]] Undone go_back();

 private:
  [[nodiscard]] std::map<std::string, std::string> in_the_way(const std::string& from) const;
  [[nodiscard]] bool is_installed(const std::string& sad) const;
  void uninstall(const std::string& sad, const std::string& identifier) const;
  void install(const std::string& sad) const;
  [[nodiscard]] bool may_stay_installed() const;

  const Domain* domain_;
  const std::string to_;
  std::vector<std::string> uninstalled_;  // SADs; of the last one it may be that it was not
  bool is_begun_ = false;                 // the installation of `to`
  bool is_unanswered_ = false;            // likewise: its outcome is unknown
};

}  // namespace orbweaver::control
