#include <array>

#include "scenarios/clients.hpp"
#include "scenarios/scenario.hpp"

namespace orbweaver::sim {

std::span<const Scenario> all_scenarios() noexcept {
  static const std::array all{clients_scenario()};
  return all;
}

}  // namespace orbweaver::sim
