// SPDX-License-Identifier: Apache-2.0
// What components of a run are made to do wrong, and which of them run. Outside of all processes.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>

#include "scenarios/rig/world.hpp"

namespace orbweaver::sim {

class Orders {
 public:
  /// A component ends with this status before it registers, until this is called again.
  void end_early(std::optional<int> status) noexcept { early_end_ = status; }
  [[nodiscard]] std::optional<int> early_end() const noexcept { return early_end_; }

  /// From now on components stand still in start(). Requires: none runs; those that were killed are
  /// forgotten.
  void hold_starts();
  /// Those that do so go on, and no other one does.
  void let_starts_go() noexcept;
  /// For a component. Blocks: while starts are held.
  void enter_start();
  [[nodiscard]] std::uint32_t held() const noexcept { return held_; }

  /// A component has started, stopped or ended.
  void runs(int process);
  void rests(int process);
  /// Those that were started and not stopped, as they see it.
  [[nodiscard]] std::size_t running() const noexcept { return running_.size(); }

 private:
  std::optional<int> early_end_;
  bool holds_starts_ = false;
  Signal may_start_;
  std::uint32_t held_ = 0;
  std::set<int> running_;  // by process
};

/// That of the run; made anew by begin_orders().
[[nodiscard]] Orders& orders() noexcept;
void begin_orders();

}  // namespace orbweaver::sim
