#include <array>

#include "scenarios/clients.hpp"
#include "scenarios/idle.hpp"
#include "scenarios/reconnecting.hpp"
#include "scenarios/scenario.hpp"
#include "scenarios/shutdown.hpp"

namespace orbweaver::sim {

std::span<const Scenario> all_scenarios() noexcept {
  static const std::array all{clients_scenario(), reconnecting_scenario(), idle_scenario(),
                              shutdown_scenario()};
  return all;
}

const Scenario* scenario_named(std::string_view name) noexcept {
  for (const auto& scenario : all_scenarios())
    if (scenario.name == name) return &scenario;
  return nullptr;
}

}  // namespace orbweaver::sim
