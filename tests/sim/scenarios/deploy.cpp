// A client creates, starts, stops and releases applications of 1 to 3 components in a domain with one or
// two nodes, while processes are killed: components, devices, guards, nodes, the domain manager if it
// keeps a state file, from which it adopts what runs. Programs do not start or end at once, connections
// break. Then the faults end, nodes that lost something are started again, all is released, and nothing
// is left.
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
#include <string_view>
#include <utility>
#include <vector>

#include "laws/deployment.hpp"
#include "scenarios/radio/client.hpp"
#include "scenarios/radio/files.hpp"
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
    {"a component was killed", "a device was killed", "a domain manager was killed",
     "a node was killed", "a process of a guard was killed", "an application was adopted",
     "an application was created", "an application was not adopted",
     "an application was not created"});

// By these the outcome of a call is not known: what it has taken is given back when its node is
// started again.
constexpr std::array kOfConnections{Kind::cut, Kind::half_close, Kind::connect_fails,
                                    Kind::accept_fails, Kind::stall};

constexpr const char* kDomainManager = "domain";
constexpr std::uint32_t kMostComponents = 3;
// Of pauses between kills: a creation takes 2 ms, and an application runs for up to a second.
constexpr Time kShortStep = 5 * kMicrosecond, kStep = 200 * kMicrosecond,
               kLongStep = 2 * kMillisecond;
// One may have been killed by then.
constexpr Time kWaitForDevices = 5 * kSecond;
constexpr Time kUntilBytesCame = 20 * kSecond;  // those that stalled before the faults ended
constexpr Time kWaitForEnd = 30 * kSecond;

struct Plan {
  std::uint32_t nodes = 1, rounds = 1, kills = 0;
  bool has_state = false;  // the domain, which may be killed then
  bool has_killed_device = false;
  Signal rounds_begin, rounds_are_over, is_calm, needs_no_domain;
  Process* domain_process = nullptr;
  std::array<Process*, 3> node_processes{};  // by number, from 1
};

/// A program of the machine, with standard streams.
Process& start_with_streams(const char* name, std::function<int()> body) {
  auto& process = *start_process({.name = name}, [body = std::move(body)] {
    open_standard_streams();
    (void)body();
  });
  const KernelMemory kernel;
  world().programs.push_back(&process);
  return process;
}

/// One life after the other: each adopts what the one before left.
void keep_domain(Plan& plan) {
  while (!plan.needs_no_domain.is_raised()) {
    auto& process =
        start_with_streams(kDomainManager, [&plan] { return run_domain_manager(plan.has_state); });
    plan.domain_process = &process;
    await_end(process);
    if (!plan.needs_no_domain.is_raised() && !deployment().has_had_faults())
      fail("deployment", "the domain manager ended without a cause");
    sleep_until(virtual_now() + 100 * kMillisecond);
  }
}

/// One life after the other, until the world is over. A node that ends is started again.
void keep_node(Plan& plan, std::uint32_t number) {
  static constexpr std::array kNames{"", "node1", "node2"};
  while (!world().over.is_raised()) {
    auto& process =
        start_with_streams(kNames[number], [number] { return run_device_manager(number); });
    plan.node_processes[number] = &process;
    await_end(process);
    if (!world().over.is_raised() && !deployment().has_had_faults())
      fail("deployment", "a node ended without a cause");
    sleep_until(virtual_now() + 100 * kMillisecond);
  }
}

void end_nodes(Plan& plan) {
  for (auto* const each : plan.node_processes)
    if (each != nullptr) send_signal(*each, SIGTERM);
}

const char* kind_of_victim(const Process& process) {
  if (name_of(process) == kPartProgram) return "a component was killed";
  if (name_of(process) == kDeviceProgram) return "a device was killed";
  if (name_of(process).starts_with(kGuardProgram)) return "a process of a guard was killed";
  if (name_of(process) == kDomainManager) return "a domain manager was killed";
  return "a node was killed";
}

bool is_of_device(const Process& process) {
  return name_of(process) == kDeviceProgram || name_of(process).starts_with(kGuardProgram);
}

/// All that can be killed, by their kinds.
std::map<std::string_view, std::vector<Process*>> candidates(const Plan& plan) {
  std::map<std::string_view, std::vector<Process*>> made;
  const auto add = [&](Process* process) { made[kind_of_victim(*process)].push_back(process); };
  for (auto* const each : running_programs()) add(each);
  for (auto* const each : plan.node_processes)
    if (each != nullptr && !has_ended(*each)) add(each);
  auto* const domain = plan.domain_process;
  if (plan.has_state && domain != nullptr && !has_ended(*domain)) add(domain);
  return made;
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

void kill_some(Plan& plan) {
  await_one_of({nullptr, &plan.rounds_begin, &world().has_part});
  for (std::uint32_t i = 0; i < plan.kills && !plan.rounds_are_over.is_raised(); ++i) {
    sleep_until(virtual_now() + from_to(1, 1000) * one_of(kShortStep, kStep, kLongStep));
    const KernelMemory kernel;
    auto* const killed = victim(plan);
    if (killed == nullptr) continue;
    reached(kind_of_victim(*killed), 1);
    world().has_killed = true;
    deployment().kills();
    plan.has_killed_device = plan.has_killed_device || is_of_device(*killed);
    send_signal(*killed, SIGKILL);
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
      running, [](const auto* each) { return name_of(*each) == kDeviceProgram; });
  return plan.has_killed_device || std::cmp_less(devices, plan.nodes) ||
         std::ranges::any_of(kOfConnections, has_happened);
}

void check_that_programs_end() {
  const auto last = virtual_now() + kWaitForEnd;
  const KernelMemory kernel;
  while (!running_programs().empty() && virtual_now() < last)
    sleep_until(virtual_now() + 100 * kMillisecond);
  for (const auto* const each : running_programs())
    fail("no process is left", fmt::format("{} runs on", name_of(*each)));
}

void run() {
  begin_world();
  begin_deployment();
  Plan plan;
  plan.nodes = from_to(1, 2);
  plan.rounds = from_to(1, 4);
  plan.kills = from_to(0, 3);
  install_radio(plan.nodes, kMostComponents);
  plan.has_state = one_of(false, true);
  if (one_of(false, true)) end_faults(kOfConnections);
  os::Thread domain_keeper{[&plan] { keep_domain(plan); }};
  std::vector<os::Thread> keepers;
  for (std::uint32_t i = 1; i <= plan.nodes; ++i)
    keepers.emplace_back([&plan, i] { keep_node(plan, i); });
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
  send_signal(*plan.domain_process, SIGTERM);
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
