// SPDX-License-Identifier: Apache-2.0
// Starts a component, as a program of the device manager or on a device of the node, with the
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

/// The references that programs of the node get.
struct NodeReferences {
  std::string device_manager;    // its stringified reference
  std::string composite_device;  // of the CF::AggregateDevice that it is part of; or empty
};

/// Returns the execute parameters: DEVICE_MGR_IOR, PROFILE_NAME, DEVICE_ID, DEVICE_LABEL and
/// Composite_DEVICE_IOR for a device; DEVICE_MGR_IOR and SERVICE_NAME for a service; then those of
/// the profiles. REDHAWK's devices read COMPOSITE_DEVICE_IOR, so both spellings are given.
[[nodiscard]] Parameters parameters_of(const NodeComponent& component,
                                       const NodeReferences& surroundings);

/// Threads: any.
class Launcher {
 public:
  using OnEnd = std::function<void(const std::string& id, int process, const os::ProcessEnd& end)>;

  Launcher(const NodeSetup& options, OnEnd on_end);

  /// Starts the program and returns its process id. `on_end` may be called before this returns.
  /// Fails: with one clause.
  [[nodiscard]] Result<int, std::string> start(const NodeComponent& component,
                                               const Parameters& parameters);
  /// Loads the file on a device and executes it there. The end of the program is not reported.
  [[nodiscard]] Result<int, std::string> start_on(
      const CORBA::object_reference<CF::ExecutableDevice>& device,
      const CORBA::object_reference<CF::FileSystem>& files, const NodeComponent& component,
      const Parameters& parameters);
  /// Terminates the program on the device and unloads its file. Not a failure if it has ended.
  [[nodiscard]] Attempt end_on(const CORBA::object_reference<CF::ExecutableDevice>& device,
                               const NodeComponent& component, int process);
  /// Ends the program and its children: SIGTERM, then SIGKILL after the grace. Blocks until they
  /// have ended.
  void end(int process) { runner_.terminate(process, grace_); }
  void end_all() { runner_.terminate_all(grace_); }

 private:
  const Nanoseconds call_timeout_, grace_;
  const Parameters before_;  // parameters of every program, before its own
  const OnEnd on_end_;
  device::ProgramRunner runner_;  // last member: its threads call on_end_
};

}  // namespace orbweaver::node
