// SPDX-License-Identifier: Apache-2.0
// A client creates, starts, stops and releases applications of 1 to 3 components in a domain with
// one or two nodes, while processes are killed: components, devices, guards, nodes, the domain
// manager if it keeps a state file, from which it adopts what runs. Programs do not start or end at
// once, connections break. Then the faults end, nodes that lost something are started again, all is
// released, and nothing is left. After that one thing more happens in most runs: a node, a device
// or the domain manager is away for seconds, a client unbinds names, a component is late or ends
// early, or a wanted application ends.
#include "scenarios/deploy.hpp"

#include <orbweaver/os/thread.hpp>
#include <orbweaver/sim/heap.hpp>
#include <orbweaver/sim/program.hpp>
#include <orbweaver/sim/reached.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <initializer_list>
#include <iterator>
#include <map>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "laws/deployment.hpp"
#include "scenarios/radio/client.hpp"
#include "scenarios/radio/files.hpp"
#include "scenarios/radio/incident.hpp"
#include "scenarios/radio/keeper.hpp"
#include "scenarios/radio/orders.hpp"
#include "scenarios/radio/programs.hpp"
#include "scenarios/rig.hpp"

namespace orbweaver::sim {

namespace {

constexpr std::array kFaults{Kind::start_fails, Kind::ends_at_once,  Kind::cut,
                             Kind::half_close,  Kind::connect_fails, Kind::accept_fails,
                             Kind::delay,       Kind::stall,         Kind::short_write,
                             Kind::short_read,  Kind::small_buffer,  Kind::spurious_wake,
                             Kind::clock_jump};
constexpr auto kStates = std::to_array<std::string_view>(
    {"a component did not end by itself", "a component was killed", "a device was killed",
     "a domain manager was killed", "a node was killed", "a process of a guard was killed",
     "all processes of guards were killed", "an application was adopted",
     "an application was created", "an application was not adopted",
     "an application was not created", kNodeWasAway, kDomainWasAway, kDeviceEnded, kNamesUnbound,
     kStartedLate, kEndedEarly, kMadeAgain});

// By these the outcome of a call is not known: what it has taken is given back when its node is
// started again.
constexpr std::array kOfConnections{Kind::cut, Kind::half_close, Kind::connect_fails,
                                    Kind::accept_fails, Kind::stall};

constexpr const char* kDomainManager = "domain";
// Of pauses between kills: a creation takes 2 ms, and an application runs for up to a second.
constexpr Time kShortStep = 5 * kMicrosecond, kStep = 200 * kMicrosecond,
               kLongStep = 2 * kMillisecond;
// One may have been killed by then.
constexpr Time kWaitForDevices = 5 * kSecond;
constexpr Time kUntilBytesCame = 20 * kSecond;  // those that stalled before the faults ended
constexpr Time kWaitForEnd = 30 * kSecond;

struct Plan {
  Plan();
  std::uint32_t nodes, rounds, kills;
  bool has_state;  // the domain, which may be killed then
  Incident incident;
  bool has_killed_device = false;
  Signal rounds_begin, rounds_are_over, is_calm, needs_no_domain;
  Keeper domain{kDomainManager, [this] { return run_domain_manager(has_state); }, needs_no_domain};
  std::vector<std::unique_ptr<Keeper>> node_keepers;
};

Incident chosen_incident(bool domain_has_state) {
  using enum Incident;
  const auto chosen = one_of(none, node_is_away, domain_is_away, device_ends, names_are_unbound,
                             start_is_late, component_ends_early, wanted_ends);
  return starts_domain_anew(chosen) && !domain_has_state ? none : chosen;
}

Plan::Plan()
    : nodes(from_to(1, 2)),
      rounds(from_to(1, 4)),
      kills(from_to(0, 3)),
      has_state(one_of(false, true)),
      incident(chosen_incident(has_state)) {
  static constexpr std::array kNames{"", "node1", "node2"};
  for (std::uint32_t i = 1; i <= nodes; ++i)
    node_keepers.push_back(std::make_unique<Keeper>(
        kNames[i], [i] { return run_device_manager(i); }, world().over));
}

std::vector<Process*> node_processes(const Plan& plan) {
  std::vector<Process*> node_processes;
  for (const auto& node_keeper : plan.node_keepers)
    if (node_keeper->process() != nullptr) node_processes.push_back(node_keeper->process());
  return node_processes;
}

void end_nodes(const Plan& plan) {
  for (auto* const node_process : node_processes(plan)) send_signal(*node_process, SIGTERM);
}

bool is_of_guard(const Process& process) { return name_of(process).starts_with(kGuardProgram); }

const char* kind_of_victim(const Process& process) {
  if (name_of(process) == kPartProgram) return "a component was killed";
  if (name_of(process) == kDeviceProgram) return "a device was killed";
  if (is_of_guard(process)) return "a process of a guard was killed";
  if (name_of(process) == kDomainManager) return "a domain manager was killed";
  return "a node was killed";
}

bool is_of_device(const Process& process) {
  return name_of(process) == kDeviceProgram || is_of_guard(process);
}

/// All that can be killed, by their kinds.
std::map<std::string_view, std::vector<Process*>> candidates(const Plan& plan) {
  std::map<std::string_view, std::vector<Process*>> candidates;
  const auto add = [&](Process* process) {
    candidates[kind_of_victim(*process)].push_back(process);
  };
  for (auto* const running_program : running_programs()) add(running_program);
  for (auto* const node_process : node_processes(plan))
    if (!has_ended(*node_process)) add(node_process);
  auto* const domain = plan.domain.process();
  if (plan.has_state && domain != nullptr && !has_ended(*domain)) add(domain);
  return candidates;
}

template <class All>
auto& any_of(All& all) {
  return *std::next(all.begin(), from_to(0, static_cast<std::uint32_t>(all.size()) - 1));
}

/// Of any kind, as there are more processes of guards than components; null: there is none.
Process* victim(const Plan& plan) {
  auto all = candidates(plan);
  return all.empty() ? nullptr : any_of(any_of(all).second);
}

void await_one_of(std::initializer_list<Signal*> all) {
  if (auto* const one = any_of(all)) one->wait();
}

// As the kernel may do when memory is out, or an operator with pkill.
void kill_all_of_guards() {
  reached("all processes of guards were killed", 1);
  for (auto* const running_program : running_programs())
    if (is_of_guard(*running_program)) send_signal(*running_program, SIGKILL);
}

void kill_chosen(Plan& plan, Process& chosen) {
  reached(kind_of_victim(chosen), 1);
  world().has_killed = true;
  deployment().kills();
  plan.has_killed_device = plan.has_killed_device || is_of_device(chosen);
  if (is_of_guard(chosen) && one_of(false, true)) return kill_all_of_guards();
  send_signal(chosen, SIGKILL);
}

void kill_some(Plan& plan) {
  await_one_of({nullptr, &plan.rounds_begin, &world().has_part});
  for (std::uint32_t i = 0; i < plan.kills && !plan.rounds_are_over.is_raised(); ++i) {
    sleep_until(virtual_now() + from_to(1, 1000) * one_of(kShortStep, kStep, kLongStep));
    const KernelMemory kernel;
    if (auto* const killed = victim(plan)) kill_chosen(plan, *killed);
  }
}

void use_domain(Plan& plan) {
  Orb orb{{"-ORBInitRef", "NameService=corbaloc::node1:2809/NameService", "-ORBreplyTimeout",
           "120000"}};
  {
    RadioClient client{orb};
    client.await_devices(plan.nodes, virtual_now() + kWaitForDevices);
    for (std::uint32_t i = 1; i <= kMostComponents; ++i) client.install(sad_with(i));
    plan.rounds_begin.raise();
    for (std::uint32_t i = 0; i < plan.rounds; ++i) {
      if (one_of(false, true)) client.await_devices(plan.nodes, virtual_now() + kWaitForDevices);
      client.live(from_to(1, kMostComponents), Calls::fail_by_faults);
    }
    plan.rounds_are_over.raise();
    world().has_part.raise();  // perhaps there was none
    plan.is_calm.wait();
    client.release_all(plan.nodes);
    live_through(plan.incident, {plan.domain, plan.node_keepers}, client);
    client.live(from_to(1, kMostComponents), Calls::must_succeed);
    client.await_given_back(plan.nodes);
  }
  orb.destroy();
}

bool has_lost_something(const Plan& plan) {
  const KernelMemory kernel;
  const auto has_happened = [](Kind kind) {
    return choices().happened()[static_cast<std::size_t>(kind)] != 0;
  };
  const auto running = running_programs();
  const auto devices = std::ranges::count_if(
      running, [](const auto* entry) { return name_of(*entry) == kDeviceProgram; });
  return plan.has_killed_device || std::cmp_less(devices, plan.nodes) ||
         std::ranges::any_of(kOfConnections, has_happened);
}

void check_that_programs_end() {
  const auto last = virtual_now() + kWaitForEnd;
  const KernelMemory kernel;
  while (!running_programs().empty() && virtual_now() < last)
    sleep_until(virtual_now() + 100 * kMillisecond);
  for (const auto* const running_program : running_programs())
    fail("no process is left", fmt::format("{} runs on", name_of(*running_program)));
}

void run() {
  begin_world();
  begin_deployment();
  begin_orders();
  Plan plan;
  install_radio(plan.nodes);
  if (one_of(false, true)) end_faults(kOfConnections);
  os::Thread domain_keeper{[&plan] { plan.domain.keep(); }};
  std::vector<os::Thread> keepers;
  for (const auto& node_keeper : plan.node_keepers)
    keepers.emplace_back([keeper = node_keeper.get()] { keeper->keep(); });
  auto& client = start_program("client", [&plan] { use_domain(plan); });
  kill_some(plan);
  plan.rounds_are_over.wait();
  end_faults();
  if (has_lost_something(plan)) {
    end_nodes(plan);  // they are started again
    sleep_until(virtual_now() + kUntilBytesCame);
  }
  plan.is_calm.raise();
  await_end(client);
  world().over.raise();
  end_nodes(plan);
  keepers.clear();
  plan.needs_no_domain.raise();
  send_signal(*plan.domain.process(), SIGTERM);
  domain_keeper.join();
  await_end_of_all();
  reached("an application was adopted", count_in_domain_log(" was adopted"));
  reached("an application was not adopted", count_in_domain_log(" was not adopted"));
  check_that_programs_end();
  check_end_of_all();
}

}  // namespace

Scenario deploy_scenario() noexcept {
  return {"deploy", "applications are created and released while their processes are killed", run,
          kFaults, kStates};
}

}  // namespace orbweaver::sim
