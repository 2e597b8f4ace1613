// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/device/program_runner.hpp>

#include <orbweaver/base/log.hpp>
#include <orbweaver/os/this_library.hpp>

#include <utility>

namespace orbweaver::device {

namespace {

using os::StartError;
using os::StartStep;

OnLine or_log(OnLine on_line) {
  if (on_line) return on_line;
  return [](const std::string& name, Stream stream, std::string_view line) {
    if (stream == Stream::output)
      log().info("{}: {}", name, line);
    else
      log().warn("{}: {}", name, line);
  };
}

std::vector<std::string> arguments_of(const Launch& launch) {
  std::vector<std::string> arguments{launch.path};
  for (const auto& [id, value] : launch.parameters) {
    arguments.push_back(id);
    arguments.push_back(value);
  }
  return arguments;
}

std::string joined(const std::vector<std::string>& folders) {
  std::string all;
  for (const auto& folder : folders) all += (all.empty() ? "" : ":") + folder;
  return all;
}

// What was loaded for the program comes first. A component's program is a copy in the device's
// folder, so from its place it finds nothing of the installation.
std::vector<std::string> library_folders_of(const Launch& launch) {
  auto folders = launch.library_folders;
  if (auto own = os::folder_of_this_library()) folders.push_back(*std::move(own));
  return folders;
}

std::vector<std::string> environment_of(const Launch& launch,
                                        std::vector<std::string> environment) {
  constexpr std::string_view kName = "LD_LIBRARY_PATH=";
  const auto folders = library_folders_of(launch);
  if (folders.empty()) return environment;
  const auto loaded = joined(folders);
  for (auto& variable : environment) {
    if (!variable.starts_with(kName)) continue;
    variable += ":" + loaded;
    return environment;
  }
  environment.push_back(std::string{kName} + loaded);
  return environment;
}

os::Program program_of(const Launch& launch, const std::vector<std::string>& environment) {
  return {.file = launch.path,
          .arguments = arguments_of(launch),
          .environment = environment_of(launch, environment),
          .directory = launch.directory,
          .cpus = launch.options.cpus,
          .scheduling = launch.options.scheduling,
          .priority = launch.options.priority,
          .stack_bytes = launch.options.stack_bytes};
}

}  // namespace

ProgramRunner::ProgramRunner(RunnerOptions options)
    : options_(std::move(options)), output_(or_log(options_.on_line)) {}

// A guard that died is destroyed without the lock: that waits for its last callbacks.
Result<std::shared_ptr<guard::Guard>, StartError> ProgramRunner::guard() {
  std::shared_ptr<guard::Guard> dead;
  const std::scoped_lock lock{mutex_};
  if (guard_ && !guard_->is_lost()) return guard_;
  dead = std::exchange(guard_, nullptr);
  auto begun = guard::Guard::begin({.program = options_.guard_program});
  if (!begun) return unexpected{begun.error()};
  guard_ = *std::move(begun);
  return guard_;
}

Result<int, StartError> ProgramRunner::start(const Launch& launch, OnEnd on_end) {
  const auto guard = this->guard();
  if (!guard) return unexpected{guard.error()};
  const auto ends = output_.add(launch.name);
  if (!ends) return unexpected{StartError{StartStep::prepare, ends.error().code}};
  auto program = program_of(launch, options_.environment);
  program.descriptors = {-1, ends->output.get(), ends->error.get()};
  program.descriptors.insert(program.descriptors.end(), launch.descriptors.begin(),
                             launch.descriptors.end());
  return (*guard)->start(program, Deadline::after(options_.start_timeout), std::move(on_end));
}

std::shared_ptr<guard::Guard> ProgramRunner::current_guard() {
  const std::scoped_lock lock{mutex_};
  return guard_;
}

std::optional<os::ProcessEnd> ProgramRunner::terminate(int process, Nanoseconds grace) {
  const auto guard = current_guard();
  if (!guard) return std::nullopt;
  const auto end = guard->terminate(process, grace);
  if (end) (void)guard->settle(Deadline::after(options_.start_timeout));
  return end;
}

void ProgramRunner::terminate_all(Nanoseconds grace) {
  const auto guard = current_guard();
  if (!guard) return;
  guard->terminate_all(grace);
  (void)guard->settle(Deadline::after(options_.start_timeout));
}

}  // namespace orbweaver::device
