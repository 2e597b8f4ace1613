// SPDX-License-Identifier: Apache-2.0
#include "stage_options.hpp"

namespace peer {

/// The thread that reads a request from its connection also runs it, so both options have the same
/// meaning.
void add_dispatch_options(CLI::App& app, StageOptions& options) {
  options.connection_pool = true;
  CLI::Option* const dispatch =
      app.add_option_function<std::string>(
             "--dispatch", [&](const std::string& d) { options.connection_pool = d == "pool"; },
             "pool or connection; this ORB has no lane")
          ->check(CLI::IsMember({"pool", "connection"}));
  app.add_option_function<std::string>(
         "--threading", [&](const std::string& t) { options.connection_pool = t == "pool"; },
         "per-connection or pool: the same as --dispatch in this ORB")
      ->check(CLI::IsMember({"per-connection", "pool"}))
      ->excludes(dispatch);
  app.add_option("--threads", options.threads, "ORB threads of the pool")
      ->check(CLI::PositiveNumber);
}

}  // namespace peer
