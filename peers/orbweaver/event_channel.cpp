// SPDX-License-Identifier: Apache-2.0
// orbweaver-event-channel: serves a channel, waits for consumers, and pushes numbers from 0 on as
// fast as they are delivered. See peers/CONTRACT.md.
#include <orbweaver/base/clock.hpp>
#include <orbweaver/component/stage/event_lines.hpp>
#include <orbweaver/events/event_service.hpp>
#include "launched/component.hpp"

#include <chrono>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <thread>

namespace {

using namespace orbweaver;
using launched::Component;

struct Plan {
  std::size_t consumers = 1;
  std::int32_t events = 1000;
};

/// Events that may be ahead of the slowest consumer: fewer than its queue holds.
constexpr std::uint64_t kAhead = 500;

void wait_for_consumers(const events::Channel& channel, std::size_t count) {
  while (channel.statistics().consumers.size() < count)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

[[nodiscard]] bool is_behind(const events::Channel& channel, std::uint64_t most_waiting) {
  for (const auto& consumer : channel.statistics().consumers)
    if (consumer.waiting > most_waiting) return true;
  return false;
}

void push_all(events::Channel& channel, std::int32_t count) {
  for (std::int32_t number = 0; number < count; ++number) {
    if (number % 100 == 0)
      while (is_behind(channel, kAhead)) std::this_thread::sleep_for(std::chrono::microseconds(50));
    CORBA::Any event;
    event <<= number;
    (void)channel.push(event);
  }
}

void wait_until_done(const events::Channel& channel) {
  for (;;) {
    const auto counts = channel.statistics().counts;
    if (counts.delivered + counts.dropped + counts.failed == counts.pushed) return;
    std::this_thread::sleep_for(std::chrono::microseconds(50));
  }
}

void run_plan(Component& component, events::Channel& channel, const Plan& plan) {
  wait_for_consumers(channel, plan.consumers);
  const auto began = monotonic_ns();
  push_all(channel, plan.events);
  wait_until_done(channel);
  const auto counts = channel.statistics().counts;
  component.report("channel", {{"started_ns", began},
                               {"last_ns", monotonic_ns()},
                               {"pushed", counts.pushed},
                               {"delivered", counts.delivered},
                               {"dropped", counts.dropped},
                               {"failed", counts.failed}});
}

int run(Component& component, const Plan& plan) {
  events::EventService service(component.shared_orb());
  const auto channel = service.create("events").value();
  launched::print_ready(component.name(), component.orb().object_to_string(channel->reference()));
  component.attempt([&] { run_plan(component, *channel, plan); });
  return component.serve();
}

}  // namespace

// CLI11 throws where options clash, which the first start would show.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) {
  launched::Settings settings{.name = "orbweaver-event-channel"};
  Plan plan;
  CLI::App app{"Serves an event channel and pushes numbers to its consumers."};
  launched::add_program_options(app, settings);
  launched::add_receiver_options(app, settings);
  app.add_option("--consumers", plan.consumers, "consumers to wait for")->capture_default_str();
  app.add_option("--events", plan.events, "events to push")->capture_default_str();
  return launched::run_component(app, argc, argv, settings,
                                 [&](Component& component) { return run(component, plan); });
}
