// SPDX-License-Identifier: Apache-2.0
#include "scenarios/waveform/plan.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace orbweaver::sim {

namespace {

// What is in front of a component that is stopped fills up with the second ones.
constexpr std::array<std::size_t, 4> kSmallPackets{2, 3, 40, 200};
constexpr std::array<std::size_t, 3> kLargePackets{2000, 8000, 12'000};

std::span<const std::size_t> sizes_of_packets() {
  if (one_of(false, true)) return kLargePackets;
  return kSmallPackets;
}

bool keeps_order_in(const std::string& messaging) { return !messaging.starts_with("oneway"); }

// A call that waits for another one has all the time there is: the law finds it.
Options parameters_of(const WaveformPlan& plan) {
  return {"messaging",
          plan.messaging,
          "sync",
          one_of("transport", "none", "server", "target"),
          "queue_depth",
          one_of("64", "1", "4"),
          "parallel",
          one_of("0", "2"),
          "call_timeout_ms",
          "3600000"};
}

Options orb_options(const WaveformPlan& plan) {
  auto options = with(patient(server_options()), client_options());
  // What is sent within the ORB needs threads of those that send.
  if (plan.is_together) add(options, {"-ORBthreads", "8"});
  return options;
}

/// Most send to the component that sends to the sink.
std::uint32_t destination_of(std::uint32_t number) {
  return number == kSink ? kSink : (1 + from_to(0, number - 1)) % number;
}

void make_components(WaveformPlan& plan) {
  const auto count = one_of(4U, 3U, 5U);
  for (std::uint32_t number = 0; number < count; ++number) {
    auto& result = plan.components.emplace_back();
    result.number = number;
    result.destination = destination_of(number);
    result.keeps_state = one_of(true, false);
    result.pace = one_of(Pace::at_once, Pace::at_once, Pace::dawdles);
    result.orb = orb_options(plan);
    result.parameters = parameters_of(plan);
    if (number != kSink) ++plan.components[result.destination].connections;
  }
  for (const auto& component : plan.components)
    if (component.is_source()) plan.flow.add_source(component.number);
}

std::string any_messaging() {
  return one_of("ordered", "twoway", "oneway", "twoway-worker", "oneway-worker");
}

}  // namespace

WaveformPlan::WaveformPlan()
    : is_together(one_of(false, false, true)),
      ends_by_itself(one_of(true, true, false)),
      messaging(any_messaging()),
      keeps_order(keeps_order_in(messaging)),
      sizes(sizes_of_packets()),
      most_packets(one_of(200U, 20U, 3U)),
      flow(keeps_order) {
  make_components(*this);
}

std::uint32_t WaveformPlan::streams_at(std::uint32_t component) {
  if (components[component].is_source()) return flow.streams_begun(component);
  auto fewest = std::numeric_limits<std::uint32_t>::max();
  for (const auto& entry : components)
    if (entry.number != kSink && entry.destination == component)
      fewest = std::min(fewest, streams_at(entry.number));
  return fewest;
}

}  // namespace orbweaver::sim
