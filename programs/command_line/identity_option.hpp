// SPDX-License-Identifier: Apache-2.0
// --identity and --rules: the certificate of `orbweaver keys` with which a program calls and
// serves by TLS, and the rules of its server, in two words instead of the ORB's options.
#pragma once
#include <orbweaver/base/result.hpp>

#include <CLI/CLI.hpp>

#include <string>
#include <utility>
#include <vector>

namespace orbweaver::command_line {

/// The texts outlive the parsing.
struct IdentityOption {
  std::string identity;
  std::vector<std::string> rules;

  /// Adds --identity.
  void add_to(CLI::App& app);
  /// Adds --identity and --rules.
  void add_with_rules_to(CLI::App& app);

  /// The ORB options for what was given: each, and its value. Fails: with an error line, if a file
  /// is not there.
  [[nodiscard]] Result<std::vector<std::pair<std::string, std::string>>, std::string> orb_options()
      const;
  /// Adds them to the options of a program's ORB. Fails: as orb_options().
  [[nodiscard]] Result<void, std::string> add_to_orb(std::vector<std::string>& options) const;
  /// "corbaloc::HOST:PORT/NameService", or by TLS with an identity.
  [[nodiscard]] std::string naming_service_at(const std::string& host_and_port) const;
};

}  // namespace orbweaver::command_line
