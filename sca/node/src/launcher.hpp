// SPDX-License-Identifier: Apache-2.0
// Starts a component as a program of the device manager, or on a device of the node, with the
// execute parameters of SCA 2.2.2, 3.1.3.2.4.
#pragma once
#include <orbweaver/device/program_runner.hpp>
#include <orbweaver/generated/sca/CF/ExecutableDevice.hpp>
#include <orbweaver/node/node.hpp>
#include <orbweaver/os/mutex.hpp>

#include <functional>
#include <map>
#include <string>

#include "bounded.hpp"

namespace orbweaver::node {

using Parameters = std::vector<std::pair<std::string, std::string>>;

/// The facts about the node that a program gets.
struct NodeReferences {
  std::string device_manager;    // its stringified reference
  std::string composite_device;  // that of the CF::AggregateDevice that it is part of; or empty
};

/// DEVICE_MGR_IOR, PROFILE_NAME, DEVICE_ID, DEVICE_LABEL and Composite_DEVICE_IOR of a device;
/// DEVICE_MGR_IOR and SERVICE_NAME of a service; then those of the profiles. REDHAWK's devices read
/// COMPOSITE_DEVICE_IOR, so it is there in both spellings.
[[nodiscard]] Parameters parameters_of(const NodeComponent& component,
                                       const NodeReferences& surroundings);

/// Threads: any.
class Launcher {
 public:
  using OnEnd = std::function<void(const std::string& id, int process, const os::ProcessEnd& end)>;

  Launcher(const NodeSetup& options, OnEnd on_end);

  /// Returns the process id. `on_end` may be called before this returns. Fails: with one clause.
  [[nodiscard]] Result<int, std::string> start(const NodeComponent& component,
                                               const Parameters& parameters);
  /// Starts the component on a device, which loads the file first. The end of the component is not
  /// reported.
  [[nodiscard]] Result<int, std::string> start_on(
      const CORBA::object_reference<CF::ExecutableDevice>& device,
      const CORBA::object_reference<CF::FileSystem>& files, const NodeComponent& component,
      const Parameters& parameters);
  /// Ends it and unloads its file. A process that has ended is no failure.
  [[nodiscard]] Attempt end_on(const CORBA::object_reference<CF::ExecutableDevice>& device,
                               const NodeComponent& component, int process);
  /// SIGTERM, and SIGKILL after the grace, with all that the program started. Blocks until it has
  /// ended.
  void end(int process) { runner_.terminate(process, grace_); }
  void end_all() { runner_.terminate_all(grace_); }

 private:
  const Nanoseconds call_timeout_, grace_;
  const Parameters before_;  // of every program
  const OnEnd on_end_;
  device::ProgramRunner runner_;  // last: its threads call on_end_
};

}  // namespace orbweaver::node
