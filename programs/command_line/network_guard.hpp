// SPDX-License-Identifier: Apache-2.0
// Refuses endpoints at which every host of the network may call, unless --insecure asks for them.
#pragma once
#include <orbweaver/base/result.hpp>

#include <CLI/CLI.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace orbweaver::command_line {

/// The endpoints of -ORBendPoint at which every host of the network may call: those beyond the
/// loopback, by plain TCP, by datagrams, or by TLS without client certificates. With -ORBrules
/// there are none. `options`: of the program's ORB, each option and its value, in turn;
/// `of_components`: of the ORBs of the components that it runs.
[[nodiscard]] std::vector<std::string> open_endpoints(
    const std::vector<std::string>& options,
    const std::vector<std::pair<std::string, std::string>>& of_components = {});

class NetworkGuard {
 public:
  /// Adds --insecure. `harm` ends the sentence "each of them can ...".
  NetworkGuard(CLI::App& app, std::string_view harm);

  /// Fails: with an error line that names the first of the endpoints, if there is one and
  /// --insecure was not given. Call it after the words were parsed.
  [[nodiscard]] Result<void, std::string> admit(const std::vector<std::string>& endpoints) const;

 private:
  const std::string harm_;
  const CLI::Option* const insecure_;
};

}  // namespace orbweaver::command_line
