// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "scenarios/adapters.hpp"
#include "scenarios/asynchronous.hpp"
#include "scenarios/clients.hpp"
#include "scenarios/datagrams.hpp"
#include "scenarios/deploy.hpp"
#include "scenarios/fanout.hpp"
#include "scenarios/hostile.hpp"
#include "scenarios/idle.hpp"
#include "scenarios/loans.hpp"
#include "scenarios/memory.hpp"
#include "scenarios/memory_of_orbs.hpp"
#include "scenarios/naming.hpp"
#include "scenarios/nested.hpp"
#include "scenarios/pipeline.hpp"
#include "scenarios/pool.hpp"
#include "scenarios/reconnecting.hpp"
#include "scenarios/rules.hpp"
#include "scenarios/scenario.hpp"
#include "scenarios/shared_memory.hpp"
#include "scenarios/shutdown.hpp"
#include "scenarios/waveform.hpp"

namespace orbweaver::sim {

std::span<const Scenario> all_scenarios() noexcept {
  static const std::array all{
      clients_scenario(),        fanout_scenario(),        pipeline_scenario(),
      reconnecting_scenario(),   idle_scenario(),          shutdown_scenario(),
      datagrams_scenario(),      shared_memory_scenario(), hostile_scenario(),
      naming_scenario(),         adapters_scenario(),      nested_scenario(),
      deploy_scenario(),         memory_scenario(),        memory_of_clients_scenario(),
      memory_of_orbs_scenario(), asynchronous_scenario(),  loans_scenario(),
      waveform_scenario(),       pool_scenario(),          rules_scenario()};
  return all;
}

const Scenario* scenario_named(std::string_view name) noexcept {
  for (const auto& scenario : all_scenarios())
    if (scenario.name == name) return &scenario;
  return nullptr;
}

}  // namespace orbweaver::sim
