// SPDX-License-Identifier: Apache-2.0
// What a domain, and whoever uses an application, does with the components of a waveform.
#pragma once
#include <orbweaver/generated/sca/CF/Resource.hpp>
#include <orbweaver/sim/clock.hpp>

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "scenarios/rig/orb.hpp"
#include "scenarios/waveform/plan.hpp"

namespace orbweaver::sim {

/// Each call fails the run if it takes longer than what it waits for may: the step of a component
/// that works, and bytes on their way. Threads: those that call different components.
class WaveformControl {
 public:
  /// Initializes and connects all, in any order. Blocks: until their programs have begun.
  WaveformControl(const Orb& orb, WaveformPlan& plan);

  /// A component that is started is stopped, and the other way. A source whose stream is over
  /// begins another one with the start; it stays stopped while its end is on its way.
  void switch_over(std::uint32_t component);
  /// Those that are not, in any order, with the same exception.
  void start_all();
  /// Blocks: until all packets have come, and each component has handed on each end that it has to.
  void await_ends();
  /// All at once, as a domain does.
  void release_all();

 private:
  void connect(const PlannedComponent& from);
  /// Its start would do nothing, or begin a stream: that depends on the moment.
  [[nodiscard]] bool is_end_on_its_way(std::uint32_t component) const;
  [[nodiscard]] bool is_between_streams(std::uint32_t component) const;
  void start_if_possible(std::uint32_t component);
  void start(std::uint32_t component);
  void stop(std::uint32_t component);
  [[nodiscard]] bool is_destination_stopped(std::uint32_t component) const;

  WaveformPlan& plan_;
  std::vector<CORBA::object_reference<CF::Resource>> resources_;
  std::vector<char> is_started_;  // as several threads change it, no bits
};

/// 0 to count - 1, in any order.
[[nodiscard]] std::vector<std::uint32_t> in_any_order(std::uint32_t count);

}  // namespace orbweaver::sim
