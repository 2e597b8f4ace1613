// SPDX-License-Identifier: Apache-2.0
#include "scenarios/radio/incident.hpp"

#include <orbweaver/sim/heap.hpp>
#include <orbweaver/sim/program.hpp>
#include <orbweaver/sim/reached.hpp>
#include <orbweaver/sim/simulation.hpp>

#include <fmt/format.h>

#include <csignal>

#include "laws/deployment.hpp"
#include "scenarios/radio/files.hpp"
#include "scenarios/radio/happens_by.hpp"
#include "scenarios/radio/kept_up.hpp"
#include "scenarios/radio/programs.hpp"
#include "scenarios/rig/options.hpp"

namespace orbweaver::sim {

namespace {

// The domain asks each node, and each node the domain, at least once: what answered before is lost.
constexpr Time kUntilAsked = 3 * kSecond;
// A lease of the domain takes 500 ms, a node asks each second: both notice it after one and a half.
constexpr Time kUntilNoticed = 5 * kSecond;
constexpr Time kUntilAllJoined = 20 * kSecond;
constexpr Time kUntilBound = kSecond;
// A node waits up to a minute before it starts a device again that has ended several times in a
// row.
constexpr Time kUntilStartedAgain = 90 * kSecond;

void await_all(const Kept& kept, RadioClient& client) {
  client.await_devices(kept.nodes.size(), virtual_now() + kUntilAllJoined);
}

/// What is lost is a problem of the domain, or of its node, and none any more when it is back.
void expect_problem(RadioClient& client, std::string_view of) {
  if (!happens_by(virtual_now() + kUntilNoticed, [&] { return client.has_problem(of); }))
    fail("a loss is a problem", fmt::format("none is said of {}", of));
}

void expect_no_problem(RadioClient& client, std::string_view of, Time within) {
  if (!happens_by(virtual_now() + within, [&] { return !client.has_problem(of); }))
    fail("what is back is no problem", fmt::format("one is said of {}", of));
}

void lose_node(const Kept& kept, RadioClient& client) {
  const auto number = from_to(1, static_cast<std::uint32_t>(kept.nodes.size()));
  const auto name = fmt::format("node 'node{}'", number);
  auto& node = *kept.nodes[number - 1];
  const auto left = kept.nodes.size() - 1;
  node.take_away();
  if (!happens_by(virtual_now() + kUntilNoticed, [&] { return client.nodes() == left; }))
    fail("a loss is noticed", fmt::format("the domain keeps node {}, which was killed", number));
  expect_problem(client, name);
  reached(kNodeWasAway, 1);
  node.come_back();
  await_all(kept, client);
  expect_no_problem(client, name, kUntilNoticed);
}

void kill_a_device() {
  const KernelMemory kernel;
  for (auto* const running_program : running_programs())
    if (name_of(*running_program) == kDeviceProgram) return send_signal(*running_program, SIGKILL);
}

/// Its node starts it again.
void lose_device(RadioClient& client) {
  deployment().kills();
  kill_a_device();
  expect_problem(client, "device 'device");
  expect_no_problem(client, "device 'device", kUntilStartedAgain);
  reached(kDeviceEnded, 1);
}

void lose_domain(const Kept& kept, RadioClient& client) {
  client.begin_one(from_to(1, kMostComponents));
  std::vector<std::size_t> before;
  for (std::uint32_t i = 1; i <= kept.nodes.size(); ++i) before.push_back(losses_in_node_log(i));
  kept.domain.take_away();
  for (std::uint32_t i = 1; i <= kept.nodes.size(); ++i) {
    const auto is_noticed = [&] { return losses_in_node_log(i) > before[i - 1]; };
    if (!happens_by(virtual_now() + kUntilNoticed, is_noticed))
      fail("a loss is noticed", fmt::format("node {} does not say that its domain is lost", i));
  }
  reached(kDomainWasAway, 1);
  kept.domain.come_back();
  client.end_adopted(virtual_now() + kUntilAllJoined);
}

void unbind_names(RadioClient& client) {
  const auto* const name = one_of("Orbweaver", "Orbweaver/DomainManager");
  client.unbind(name);
  if (!happens_by(virtual_now() + kUntilBound, [&] { return client.finds_domain(); }))
    fail("names of a domain stay", fmt::format("{} is not bound again", name));
  reached(kNamesUnbound, 1);
}

}  // namespace

void live_through(Incident incident, const Kept& kept, RadioClient& client) {
  if (incident == Incident::none) return;
  sleep_until(virtual_now() + kUntilAsked);
  switch (incident) {
    case Incident::none:
      return;
    case Incident::node_is_away:
      lose_node(kept, client);
      break;
    case Incident::domain_is_away:
      lose_domain(kept, client);
      break;
    case Incident::device_ends:
      lose_device(client);
      break;
    case Incident::names_are_unbound:
      unbind_names(client);
      break;
    case Incident::start_is_late:
      client.start_late(from_to(1, kMostComponents));
      reached(kStartedLate, 1);
      break;
    case Incident::component_ends_early:
      client.create_in_vain(from_to(1, kMostComponents));
      reached(kEndedEarly, 1);
      break;
    case Incident::wanted_ends:
      keep_up(kept, client);
      break;
  }
  await_all(kept, client);
}

}  // namespace orbweaver::sim
