// SPDX-License-Identifier: Apache-2.0
// orbweaver-try: runs one component alone, between files of samples.
#include <orbweaver/guard/guard.hpp>
#include <orbweaver/os/standard_streams.hpp>
#include <orbweaver/trial/trial.hpp>

#include <filesystem>
#include <memory>
#include <system_error>

#include "arguments.hpp"
#include "event_lines.hpp"
#include "readable_lines.hpp"
#include "record.hpp"
#include "signals.hpp"

namespace {

using namespace orbweaver;

using trial::kBadInput, trial::kDone, trial::kFailed;

trial::TrialOptions options_of(const trial::TryArguments& arguments, std::string guard) {
  trial::TrialOptions trial_options;
  trial_options.guard_program = std::move(guard);
  trial_options.packet_samples = arguments.packet_samples;
  trial_options.run_time = arguments.run_time;
  trial_options.timeouts = deploy::Timeouts{arguments.step_timeout};
  trial_options.data_timeout = arguments.step_timeout;
  trial_options.parameters = arguments.orb;
  // The component runs in the program's folder, but file names of the user count from here.
  std::error_code error;
  const auto here = std::filesystem::current_path(error);
  if (!error) trial_options.parameters.emplace_back("working_folder", here.string());
  return trial_options;
}

void add_events(trial::TrialOptions& options, const trial::Subject& subject,
                trial::Reporter& lines) {
  options.events = {
      .on_running = [&](int process) { lines.begun(subject, process); },
      .on_line = [&](device::Stream stream,
                     std::string_view line) { lines.output(subject.name, stream, line); },
      .on_failure = [&](const std::string& line) { lines.failure(line); },
      .on_note = [&](const std::string& line) { lines.note(line); }};
}

void note_what_is_dropped(const trial::Subject& subject, trial::Reporter& lines) {
  for (const auto& output : subject.files.outputs)
    if (output.file.empty())
      lines.note("port '" + output.port +
                 "': what comes out is counted and dropped; --output keeps it");
}

int fail(trial::Reporter& lines, const std::string& line, int status) {
  lines.failure(line);
  return status;
}

/// The record would take the place of samples.
const trial::PortFile* port_with_file_of_record(const trial::TryArguments& arguments,
                                                const trial::PortFiles& files) {
  for (const auto* side : {&files.inputs, &files.outputs})
    for (const auto& port : *side)
      if (!port.file.empty() && arguments.json.is_same_as(port.file)) return &port;
  return nullptr;
}

int run(const trial::TryArguments& arguments, trial::Reporter& lines, trial::Signals& signals) {
  const auto subject = trial::read_subject(arguments.request);
  if (!subject) {
    for (const auto& line : subject.error().lines) lines.failure(line);
    return subject.error().fits_nowhere ? kFailed : kBadInput;
  }
  if (const auto* port = port_with_file_of_record(arguments, subject->files))
    return fail(
        lines,
        "--json " + port->file + ": port '" + port->port + "' has this file; give each its own",
        kBadInput);
  const auto guard = guard::program_beside_this();
  if (!guard) return fail(lines, "orbweaver-guard is not in the folder of this program", kFailed);
  auto options = options_of(arguments, *guard);
  add_events(options, *subject, lines);
  trial::Trial trial{*subject, std::move(options)};
  if (const auto opened = trial.open_files(); !opened)
    return fail(lines, opened.error(), kBadInput);
  note_what_is_dropped(*subject, lines);
  const auto outcome = [&] {
    const trial::Signals::HandedOn to_trial{signals, [&] { trial.interrupt(); }};
    return trial.run();
  }();
  lines.result(outcome);
  if (outcome.is_wrongly_set) return kBadInput;
  return outcome.failures.empty() ? kDone : kFailed;
}

int try_component(const trial::TryArguments& arguments, trial::Reporter& lines,
                  trial::Signals& signals) {
  const trial::Signals::Early early{signals, [&] {
                                      lines.failure("ended before the component ran");
                                      return lines.finish(kFailed);
                                    }};
  try {
    return run(arguments, lines, signals);
  } catch (const std::exception& error) {
    return fail(lines, error.what(), kFailed);
  }
}

std::unique_ptr<trial::Reporter> make_reporter(const trial::TryArguments& arguments) {
  if (arguments.events >= 0) return std::make_unique<trial::TrialEventLines>(arguments.events);
  // Standard output is for programs if samples or the record go there.
  const bool is_taken = arguments.json.is_output() || arguments.has_samples_on_output();
  auto readable = std::make_unique<trial::ReadableLines>(
      arguments.request.spd.string(), is_taken ? os::print_error : os::print_output);
  if (!arguments.json.is_wanted()) return readable;
  return std::make_unique<trial::Record>(arguments, std::move(readable));
}

}  // namespace

int main(int argc, char** argv) {
  os::begin_standard_streams();
  trial::Signals signals;
  const auto arguments = trial::parse_arguments(argc, argv);
  if (!arguments) return arguments.error();
  const auto lines = make_reporter(*arguments);
  return lines->finish(try_component(*arguments, *lines, signals));
}
