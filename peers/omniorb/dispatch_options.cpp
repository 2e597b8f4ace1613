// SPDX-License-Identifier: Apache-2.0
#include "stage_options.hpp"

namespace peer {

void add_dispatch_options(CLI::App& app, StageOptions& options) {
  app.add_option_function<std::string>(
         "--dispatch",
         [&](const std::string& d) { options.one_request_per_connection = d == "connection"; },
         "pool or connection; this ORB has no lane")
      ->check(CLI::IsMember({"pool", "connection"}));
  app.add_option_function<std::string>(
         "--threading", [&](const std::string& t) { options.connection_pool = t == "pool"; },
         "per-connection or pool")
      ->check(CLI::IsMember({"per-connection", "pool"}));
  app.add_option("--threads", options.threads, "ORB threads")->check(CLI::PositiveNumber);
}

}  // namespace peer
