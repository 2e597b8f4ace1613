// SPDX-License-Identifier: Apache-2.0
#include "subject_program.hpp"

#include <orbweaver/device/launch_refusal.hpp>

#include <filesystem>

namespace orbweaver::trial {

namespace {

constexpr const char* kCollocation = "try";

Result<device::Launch, std::string> launch_of(
    const Subject& subject, std::vector<std::pair<std::string, std::string>> parameters) {
  const device::OptionTexts texts{subject.options.begin(), subject.options.end()};
  const auto options = device::launch_options_of(texts);
  if (!options) return unexpected(device::why_refused(texts, options.error()));
  return device::Launch{.name = subject.name,
                        .path = subject.program,
                        .directory = subject.program.parent_path(),
                        .library_folders = subject.library_folders,
                        .parameters = std::move(parameters),
                        .options = *options};
}

device::RunnerOptions options_of(std::string guard_program, Nanoseconds start_timeout,
                                 device::OnLine on_line) {
  device::RunnerOptions runner_options;
  runner_options.guard_program = std::move(guard_program);
  runner_options.start_timeout = start_timeout;
  runner_options.on_line = std::move(on_line);
  return runner_options;
}

}  // namespace

SubjectProgram::SubjectProgram(std::string guard_program, Nanoseconds start_timeout,
                               device::OnLine on_line, std::function<void()> on_end)
    : on_end_(std::move(on_end)),
      options_(options_of(std::move(guard_program), start_timeout, std::move(on_line))),
      hosts_(runner_, options_,
             [this](const auto&, int, const os::ProcessEnd& end) { ended(end); }),
      runner_(options_) {}

Result<int, std::string> SubjectProgram::start(
    const Subject& subject, std::vector<std::pair<std::string, std::string>> parameters) {
  const auto launch = launch_of(subject, std::move(parameters));
  if (!launch) return unexpected(launch.error());
  int process = 0;
  if (subject.is_library) {
    const auto hosted = hosts_.execute(kCollocation, *launch);
    if (!hosted) return unexpected(hosted.error().message);
    process = *hosted;
  } else {
    const auto started =
        runner_.start(*launch, [this](int, const os::ProcessEnd& end) { ended(end); });
    if (!started)
      return unexpected(launch->path + ": " +
                        device::why_not_started(launch->options, started.error()));
    process = *started;
  }
  const std::scoped_lock lock{mutex_};
  process_ = process;
  return process;
}

void SubjectProgram::ended(const os::ProcessEnd& end) {
  {
    const std::scoped_lock lock{mutex_};
    end_ = os::describe(end);
    changed_.notify_all();
  }
  on_end_();
}

std::optional<std::string> SubjectProgram::how_it_ended() const {
  const std::scoped_lock lock{mutex_};
  return end_;
}

std::optional<std::string> SubjectProgram::await_end(Nanoseconds most) const {
  std::unique_lock lock{mutex_};
  changed_.wait_for(lock, most, [this] { return end_.has_value(); });
  return end_;
}

void SubjectProgram::terminate(Nanoseconds grace) {
  int process = 0;
  {
    const std::scoped_lock lock{mutex_};
    process = process_;
  }
  if (process == 0)
    runner_.terminate_all(grace);  // it is being started: a library may hang in its host process
  else if (!hosts_.terminate(process, grace))
    (void)runner_.terminate(process, grace);
}

}  // namespace orbweaver::trial
