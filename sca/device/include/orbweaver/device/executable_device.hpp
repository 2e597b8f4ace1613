// SPDX-License-Identifier: Apache-2.0
// CF::ExecutableDevice for this machine. Starts loaded programs below a guard, reads their output
// line by line, and reports their end. SCA 2.2.2, 3.1.3.3.3.
//
//   auto device = device::serve_executable_device(
//       orb, {.description = device::describe_this_machine("DCE:...", "this-machine"),
//             .cache_folder = "/tmp/cache",
//             .runner = {.guard_program = *guard::program_beside_this()}});
#pragma once
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/device/host_processes.hpp>
#include <orbweaver/device/loadable_device.hpp>
#include <orbweaver/device/program_runner.hpp>
#include <orbweaver/device/program_to_start.hpp>
#include <orbweaver/generated/sca/CF/ExecutableDevice_poa.hpp>
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/mutex.hpp>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace orbweaver::device {

/// The end of a program, or of one component in a host process.
struct ProgramEnd {
  std::string name;  // name of the component, as with its output
  std::int32_t process = 0;
  os::ProcessEnd end;
  std::string last_error;  // the last line that it printed on standard error, if it printed one
};

/// "exit status 7; it printed last: no such antenna", without control characters.
[[nodiscard]] std::string line_of(const ProgramEnd& end);

struct ExecutableDeviceOptions {
  DeviceDescription description;
  std::filesystem::path cache_folder;  // used by this device only
  RunnerOptions runner;
  Nanoseconds grace = std::chrono::seconds{2};  // between SIGTERM and SIGKILL
  DeviceState::OnChange on_change;
  /// Called within milliseconds of an end, once for each program. Components of one process that
  /// end with it come in one call. On a thread of the guard, so it must be brief. It may be called
  /// before execute() returns.
  std::function<void(const std::vector<ProgramEnd>& ends)> on_ends;
  /// A client asks for reports of ends to this object (end_reports.hpp). If it is empty, the device
  /// does not report. Must be brief.
  std::function<void(const IDL::traits<CORBA::Object>::ref_type& listener)> on_listener = {};
  /// Called once when releaseObject() has ended all programs and deactivated the object, before its
  /// caller has the reply. Must be brief.
  std::function<void()> on_released = {};
  /// Parameters of every program, before those of execute(): options of its ORB that depend on this
  /// machine.
  Parameters parameters = {};
  /// Called before each program is started, by the thread that carries out execute(), for which
  /// corba::Caller::current() is the domain. `parameters` are those above; what is left of them,
  /// and what is added, comes before those of execute(). Fails: the program is not started, and
  /// execute() raises ExecuteFail with that line.
  std::function<Result<void, std::string>(const ProgramToStart& program, Parameters& parameters)>
      on_start = {};
  /// Called with the process of each program that was started, by the same thread, before execute()
  /// returns. The program runs, and its end may have been reported already. A process that hosts
  /// several components is reported for each. Fails: the process is ended, with all components that
  /// it hosts, and execute() raises ExecuteFail with that line.
  std::function<Result<void, std::string>(const ProgramToStart& program, std::int32_t process)>
      on_started = {};
  /// Called by the same thread if on_start was called and the program was not started, or was ended
  /// because on_started failed. The end of such a process may be reported before or after.
  std::function<void(const ProgramToStart& program)> on_not_started = {};
  /// The objects that getPort() returns, by name.
  std::map<std::string, IDL::traits<CORBA::Object>::ref_type> ports = {};
};

/// Threads: any. Each program is a use of the device until its end.
class ExecutableDevice final
    : public LoadableDevice,
      public virtual CORBA::servant_traits<CF::ExecutableDevice>::base_type {
 public:
  ExecutableDevice(files::Adapter adapter, ExecutableDeviceOptions options,
                   std::unique_ptr<LoadCache> cache);

  /// Executes `name`: a loaded file, or a file in a loaded folder. Options: launch_options.hpp. The
  /// program's name is the parameter NAME_BINDING or COMPONENT_IDENTIFIER; if both are missing, its
  /// file.
  ///
  /// A file that was loaded as a shared library runs in a host process (host_processes.hpp): in
  /// that of the option PROCESS_COLLOCATION_ID (SCA 4.1); without the option, in one of its own.
  /// Then this returns when the component has registered, and its process id is that of all
  /// components of the process. For programs the option has no effect.
  std::int32_t execute(const std::string& name, const CF::Properties& options,
                       const CF::Properties& parameters) override;
  void terminate(std::int32_t processId) override;
  IDL::traits<CORBA::Object>::ref_type getPort(const std::string& name) override;
  // PropertySet: also the property of end_reports.hpp.
  void configure(const CF::Properties& configProperties) override;
  void query(CF::Properties& configProperties) override;
  /// Ends all programs first.
  void releaseObject() override;

 protected:
  /// Gives back everything that `named` does not name, except programs of the node's device
  /// manager.
  void keep_only(const Kept& named) override;

 private:
  struct Started;

  void note(std::int32_t process, int change);
  void note_start(const Started& started);
  [[nodiscard]] Kept with_nodes_own(Kept kept) const;
  [[nodiscard]] std::vector<std::int32_t> others(const Kept& kept) const;
  [[nodiscard]] Launch launch_of(const files::FileName& file, const CF::Properties& options,
                                 Parameters parameters) const;
  [[nodiscard]] Parameters parameters_before(const ProgramToStart& program) const;
  [[nodiscard]] Started begin(const std::string& name, CF::Properties options,
                              const CF::Properties& parameters);
  [[nodiscard]] std::int32_t run_as_asked(const Started& started, const std::string& collocation,
                                          Launch launch);
  void confirm(const Started& started);
  [[nodiscard]] std::int32_t run(const files::FileName& file, const std::string& collocation,
                                 const Launch& launch);
  void ended(const std::vector<std::string>& programs, std::int32_t process,
             const os::ProcessEnd& end);

  const Nanoseconds grace_;
  const std::function<void(const std::vector<ProgramEnd>& ends)> on_ends_;
  const std::function<void(const IDL::traits<CORBA::Object>::ref_type& listener)> on_listener_;
  const std::function<void()> on_released_;
  const Parameters before_;  // before the parameters of execute()
  const decltype(ExecutableDeviceOptions::on_start) on_start_;
  const decltype(ExecutableDeviceOptions::on_started) on_started_;
  const decltype(ExecutableDeviceOptions::on_not_started) on_not_started_;
  const std::map<std::string, IDL::traits<CORBA::Object>::ref_type> ports_;
  os::Atomic<std::uint64_t> lone_hosts_{0};
  mutable os::Mutex mutex_;
  std::map<std::int32_t, int> running_;  // programs and components by process; requires mutex_
  std::map<std::int32_t, files::FileName>
      of_node_;  // programs that the DCD deploys on this device; requires mutex_
  HostProcesses hosts_;
  ProgramRunner runner_;  // last member: programs end before the objects to which they report
};

/// Serves the device as an object of its own adapter. Throws CF::LoadableDevice::LoadFail if the
/// cache's folder cannot be made.
[[nodiscard]] IDL::traits<CF::ExecutableDevice>::ref_type serve_executable_device(
    const std::shared_ptr<CORBA::ORB>& orb, ExecutableDeviceOptions options);

}  // namespace orbweaver::device
