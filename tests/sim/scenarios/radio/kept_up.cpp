// SPDX-License-Identifier: Apache-2.0
#include "scenarios/radio/kept_up.hpp"

#include <orbweaver/sim/heap.hpp>
#include <orbweaver/sim/program.hpp>
#include <orbweaver/sim/reached.hpp>
#include <orbweaver/sim/simulation.hpp>

#include <csignal>
#include <string>

#include "scenarios/radio/files.hpp"
#include "scenarios/radio/programs.hpp"
#include "scenarios/rig/options.hpp"

namespace orbweaver::sim {

namespace {

constexpr const char* kWanted = "wanted";
// By then what was killed is known to be gone: an application that is whole is not the one before.
constexpr Time kUntilNoticed = 5 * kSecond;
// A node joins again, its device is started, and the pause of upkeep is over.
constexpr Time kUntilThere = 90 * kSecond;
constexpr Time kUntilRead = kSecond;

/// Any that the application needs.
Process& victim(const Kept& kept) {
  const KernelMemory kernel;
  std::vector<Process*> all{kept.domain.process()};
  for (const auto& node : kept.nodes) all.push_back(node->process());
  for (auto* const running_program : running_programs())
    if (name_of(*running_program) == kPartProgram || name_of(*running_program) == kDeviceProgram)
      all.push_back(running_program);
  return *all[from_to(0, static_cast<std::uint32_t>(all.size()) - 1)];
}

void await_wanted(RadioClient& client, std::uint32_t components) {
  if (!client.is_whole_by(virtual_now() + kUntilThere, kWanted, components))
    fail("what is wanted is there", "it has not been made again");
}

}  // namespace

void keep_up(const Kept& kept, RadioClient& client) {
  const auto components = from_to(1, kMostComponents);
  want(kWanted, sad_with(components));
  kept.domain.take_away();
  kept.domain.come_back();
  await_wanted(client, components);
  for (auto faults = from_to(1, 3); faults > 0; --faults) {
    send_signal(victim(kept), SIGKILL);
    sleep_until(virtual_now() + kUntilNoticed);
    await_wanted(client, components);
    reached(kMadeAgain, 1);
  }
  want_nothing();
  send_signal(*kept.domain.process(), SIGHUP);
  sleep_until(virtual_now() + kUntilRead);
  client.release(kWanted);
}

}  // namespace orbweaver::sim
