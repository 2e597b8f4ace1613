// SPDX-License-Identifier: Apache-2.0
// Execute options: how a program is run. SCA 2.2.2, CF::ExecutableDevice::execute, with options of
// other frameworks that are in use.
//
//   PRIORITY        SCA 2.2.2: 0 is the usual; 1 to 99 in real time, by default in the class rr
//   STACK_SIZE      SCA 2.2.2: bytes of the main thread's stack; 0 is the usual
//   SCHEDULING      Orbweaver: other, fifo or rr; with other the priority is the nice value, -20 to
//                   19
//   CORE_AFFINITY   SCA 4.1: processors, "0,2-3" or one number
//   affinity::exec_directive_class, affinity::exec_directive_value
//                   REDHAWK: of the class cpu or cpuset the value is a list of processors; other
//                   classes are ignored
//
// PROCESS_COLLOCATION_ID is about more than one program: executable_device.hpp.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/os/thread.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace orbweaver::device {

struct LaunchOptions {
  std::vector<unsigned> cpus;  // empty: all processors of the device
  os::SchedulingClass scheduling = os::SchedulingClass::other;
  int priority = 0;  // the one of os::Program
  std::optional<std::uint64_t> stack_bytes;
  friend bool operator==(const LaunchOptions&, const LaunchOptions&) = default;
};

/// Returns the execute options for these values: "CORE_AFFINITY=0-1 SCHEDULING=rr PRIORITY=10";
/// "none".
[[nodiscard]] std::string describe(const LaunchOptions& options);

/// Ids and values as text. If an id occurs several times, the last value is used.
using OptionTexts = std::vector<std::pair<std::string, std::string>>;

/// Reads the options. Fails: with the ids of unknown options, and of those whose values are out of
/// range.
[[nodiscard]] Result<LaunchOptions, std::vector<std::string>> launch_options_of(
    const OptionTexts& texts);

}  // namespace orbweaver::device
