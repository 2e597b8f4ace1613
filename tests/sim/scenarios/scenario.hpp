// SPDX-License-Identifier: Apache-2.0
// A scenario: what processes of a simulation do, and which laws must hold meanwhile.
#pragma once
#include <orbweaver/sim/simulation.hpp>

#include <span>
#include <string_view>

namespace orbweaver::sim {

struct Scenario {
  std::string_view name;
  std::string_view about;  // one readable line
  void (*run)();           // the first process of the run calls it
  std::span<const Kind> faults;
  std::span<const std::string_view> states;  // that runs come through, often: see reached.hpp
};

[[nodiscard]] std::span<const Scenario> all_scenarios() noexcept;
/// Null if there is none.
[[nodiscard]] const Scenario* scenario_named(std::string_view name) noexcept;

}  // namespace orbweaver::sim
