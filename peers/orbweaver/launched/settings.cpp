// SPDX-License-Identifier: Apache-2.0
#include "launched/settings.hpp"

#include <orbweaver/base/option_values.hpp>

namespace orbweaver::launched {

void add_program_options(CLI::App& app, Settings& settings) {
  using os::SchedulingClass;
  app.add_option("--name", settings.name, "name in messages and results")->capture_default_str();
  app.add_option("--transport", settings.transport, "way to the next component")
      ->check(CLI::IsMember({"auto", "shm", "unix", "tls", "tcp", "udp"}))
      ->capture_default_str();
  app.add_option("--cpus", settings.cpus, "processors to run on, as 0,2-3")->capture_default_str();
  add_choice<CLI::App, SchedulingClass>(app, "--scheduler", settings.scheduler,
                                        {{"other", SchedulingClass::other},
                                         {"fifo", SchedulingClass::fifo},
                                         {"rr", SchedulingClass::rr}},
                                        "scheduling class");
  app.add_flag("--explain", settings.explain,
               "tell in the result what the ORB chose for this machine, and why");
  app.add_option("--orb", settings.orb, "any other option of the ORB, as ORBfragmentBytes=4096")
      ->check([](const std::string& text) {
        return text.find('=') == text.npos ? "NAME=VALUE is wanted" : std::string{};
      });
  app.add_option("--priority", settings.priority, "priority in fifo and rr")
      ->check(CLI::Range(1, 99))
      ->capture_default_str();
}

void add_sender_options(CLI::App& app, Settings& settings) {
  app.add_option("--next", settings.next, "reference of the next component, IOR: or corbaloc:");
  add_choice<CLI::App, MessagingKind>(
      app, "--messaging", settings.messaging,
      {{"oneway", MessagingKind::oneway}, {"twoway", MessagingKind::twoway}},
      "operation used towards --next");
  app.add_option("--sync", settings.sync, "when a one-way call returns")
      ->check(CLI::IsMember({"none", "transport", "server", "target"}))
      ->capture_default_str();
  app.add_option("--collocation", settings.collocation,
                 "calls to components in the same process: direct, queued or off")
      ->check(CLI::IsMember({"direct", "queued", "off"}));
  app.add_option("--call-timeout-ms", settings.call_timeout_ms,
                 "longest time a call or a blocked send may take; 0: no limit")
      ->capture_default_str();
}

void add_receiver_options(CLI::App& app, Settings& settings) {
  app.add_flag("--worker", settings.has_worker,
               "queue packets and process them on a worker thread");
  app.add_option("--reorder-ms", settings.reorder_ms,
                 "as --worker, in the order of the packets' numbers; what is missing so long is "
                 "given up; depth: how far numbers may be apart")
      ->check(CLI::Range(0.0, 3'600'000.0))
      ->check(refuse_nan);
  app.add_flag("--lossy", settings.is_lossy,
               "packets come in order, and some may be lost: those that have not come when the end "
               "does")
      ->excludes("--reorder-ms");
  app.add_option("--depth", settings.depth,
                 "packets that the worker's queue, or the lane, holds; default: 64")
      ->check(CLI::Range(1, 1'000'000));
  app.add_option("--lane-low", settings.lane_low,
                 "a full lane lets its senders go on when so few requests are left in it; below "
                 "--depth; default: a quarter of it")
      ->check(CLI::Range(0, 999'999));
  app.add_option("--dispatch", settings.dispatch, "how requests reach the servant")
      ->check(CLI::IsMember({"lane", "pool", "connection"}))
      ->capture_default_str();
  app.add_option("--threading", settings.threading, "which threads read connections")
      ->check(CLI::IsMember({"per-connection", "pool"}))
      ->capture_default_str();
  app.add_option("--threads", settings.threads, "ORB threads for pool and lane")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  app.add_option("--endpoint", settings.endpoints,
                 "listen here: giop:tcp:HOST:PORT, giop:unix:PATH, giop:shm:PATH or "
                 "giop:udp:HOST:PORT");
}

void add_stateless_options(CLI::App& app, Settings& settings) {
  app.add_option("--parallel", settings.parallel,
                 "threads that process at once, and one more that hands on in order; 0: none")
      ->check(CLI::Range(0, 256))
      ->excludes("--reorder-ms")
      ->capture_default_str();
}

std::vector<std::string> orb_options(const Settings& settings) {
  std::vector<std::string> options{"-ORBsync",        settings.sync,
                                   "-ORBtransport",   settings.transport,
                                   "-ORBdispatch",    settings.dispatch,
                                   "-ORBthreading",   settings.threading,
                                   "-ORBthreads",     std::to_string(settings.threads),
                                   "-ORBcallTimeout", std::to_string(settings.call_timeout_ms)};
  if (!settings.collocation.empty()) {
    options.emplace_back("-ORBcollocation");
    options.push_back(settings.collocation);
  }
  if (settings.depth) {
    options.emplace_back("-ORBlaneDepth");
    options.push_back(std::to_string(*settings.depth));
  }
  if (settings.lane_low) {
    options.emplace_back("-ORBlaneLow");
    options.push_back(std::to_string(*settings.lane_low));
  }
  for (const auto& endpoint : settings.endpoints) {
    options.emplace_back("-ORBendPoint");
    options.push_back(endpoint);
  }
  for (const auto& text : settings.orb) {
    const auto equals = text.find('=');
    options.push_back("-" + text.substr(0, equals));
    options.push_back(text.substr(equals + 1));
  }
  return options;
}

Result<void, std::string> apply_thread_options(const Settings& settings) {
  const auto cpus = os::parse_cpu_list(settings.cpus);
  if (!cpus)
    return unexpected("--cpus " + settings.cpus + ": " + std::string{os::describe(cpus.error())});
  const bool is_real_time = settings.scheduler != os::SchedulingClass::other;
  const auto applied = os::apply_to_this_thread({.name = settings.name,
                                                 .cpus = *cpus,
                                                 .scheduling = settings.scheduler,
                                                 .priority = is_real_time ? settings.priority : 0});
  if (applied) return {};
  return unexpected("--cpus " + settings.cpus +
                    ", --scheduler, --priority: " + std::string{os::describe(applied.error())});
}

}  // namespace orbweaver::launched
