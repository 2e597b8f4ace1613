// SPDX-License-Identifier: Apache-2.0
#include "pipeline_options.hpp"

#include <sched.h>

#include <cerrno>
#include <map>
#include <sstream>
#include <system_error>

#include "offers.hpp"

namespace peer {
namespace {

/// "0,2-3"
std::vector<int> parse_cpus(const std::string& list) {
  std::vector<int> cpus;
  std::istringstream parts(list);
  for (std::string part; std::getline(parts, part, ',');) {
    int first = 0;
    char rest = 0;
    std::istringstream range(part);
    if (!(range >> first) || first < 0 || first >= CPU_SETSIZE)
      throw CLI::ValidationError("--cpus", list);
    int last = first;
    if (range >> rest && (rest != '-' || !(range >> last) || last < first || last >= CPU_SETSIZE)) {
      throw CLI::ValidationError("--cpus", list + " is no list as 0,2-3");
    }
    for (int cpu = first; cpu <= last; ++cpu) cpus.push_back(cpu);
  }
  return cpus;
}

void check(int status, const std::string& what) {
  if (status != 0) throw std::system_error(errno, std::generic_category(), what);
}

}  // namespace

void add_pipeline_options(CLI::App& app, PipelineOptions& options) {
  static const std::map<std::string, Messaging> kMessaging{{"oneway", Messaging::oneway},
                                                           {"twoway", Messaging::twoway}};
  app.add_option("--name", options.name, "name in messages and results");
  app.add_option("--next", options.next, "reference of the next component");
  app.add_option("--packets", options.packets, "packets to send");
  app.add_option("--messaging", options.messaging, "oneway or twoway")
      ->transform(CLI::Transformer(kMessaging));
  app.add_option("--sync", options.sync, "sync scope of one-way calls")
      ->check(CLI::IsMember(kSyncScopes));
  app.add_option("--transport", options.transport, "way to the next component")
      ->check(CLI::IsMember({"auto", "unix", "tcp"}));
  app.add_option_function<std::string>(
      "--cpus", [&](const std::string& list) { options.cpus = parse_cpus(list); }, "as 0,2-3");
  app.add_option("--scheduler", options.scheduler, "scheduling class")
      ->check(CLI::IsMember({"other", "fifo", "rr"}));
  app.add_option("--priority", options.priority, "in fifo and rr");
  app.add_option("--call-timeout-ms", options.call_timeout_ms,
                 "longest time of a call; 0: no limit");
  app.add_flag("--vary", options.vary,
               "packets that repeat themselves more or less, and work that follows them");
  app.add_option("--trace", options.trace, "note when each of the first N packets passed");
}

void place_process(const PipelineOptions& options) {
  if (!options.cpus.empty()) {
    cpu_set_t set;
    CPU_ZERO(&set);
    for (const int cpu : options.cpus) CPU_SET(cpu, &set);
    check(sched_setaffinity(0, sizeof set, &set), "--cpus: the system refuses these processors");
  }
  if (options.scheduler != "other") {
    const sched_param parameter{.sched_priority = options.priority};
    const int policy = options.scheduler == "fifo" ? SCHED_FIFO : SCHED_RR;
    check(sched_setscheduler(0, policy, &parameter),
          "--scheduler " + options.scheduler + " needs root or CAP_SYS_NICE");
  }
}

OrbOptions orb_options(const PipelineOptions& options) {
  OrbOptions orb;
  orb.call_timeout_ms = options.call_timeout_ms;
  orb.sync = options.sync;
  orb.client_transports = options.transport == "auto" ? "unix,tcp" : options.transport;
  return orb;
}

}  // namespace peer
