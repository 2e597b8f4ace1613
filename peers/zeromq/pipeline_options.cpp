// SPDX-License-Identifier: Apache-2.0
#include "pipeline_options.hpp"

#include <map>

namespace peer {

void add_pipeline_options(CLI::App& app, PipelineOptions& options) {
  static const std::map<std::string, Messaging> kMessaging{{"oneway", Messaging::oneway},
                                                           {"twoway", Messaging::twoway}};
  bench::add_server_options(app, options, {"auto", "unix", "tcp"});
  app.add_option("--next", options.next, "reference of the next component");
  app.add_option("--packets", options.packets, "packets to send");
  app.add_option("--messaging", options.messaging, "oneway (PUSH) or twoway (REQ)")
      ->transform(CLI::Transformer(kMessaging));
  app.add_option("--sync", "none or transport: PUSH returns when the message is in its queue")
      ->check(CLI::IsMember({"none", "transport"}));
  app.add_option("--call-timeout-ms", options.call_timeout_ms,
                 "longest time of a call; 0: no limit")
      ->check(CLI::NonNegativeNumber);
  app.add_option("--trace", options.trace, "note when each of the first N packets passed");
}

}  // namespace peer
