// SPDX-License-Identifier: Apache-2.0
#include "arguments.hpp"

#include <orbweaver/base/option_values.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include "command_line/command_line.hpp"

namespace orbweaver::trial {

namespace {

constexpr std::size_t kMostSamples = 1'000'000;
constexpr int kMostDescriptor = 1023;

/// Options in the form in which CLI11 reads them.
struct Raw {
  std::vector<std::string> orb;
  std::optional<double> run_time;
  double step_timeout = 10;
};

void add_files(CLI::App& app, Request& request) {
  app.add_option("SPD", request.spd, "the component: a software package descriptor")->required();
  app.add_option("--input", request.inputs,
                 "[PORT=]FILE: samples that go into a provides port; - is standard input; may be "
                 "repeated");
  app.add_option("--output", request.outputs,
                 "[PORT=]FILE: where samples of a uses port go; - is standard output; default: "
                 "counted and dropped; may be repeated");
  app.add_option("--root", request.root,
                 "root of the SCA file system; default: the folder above SPD in which its names "
                 "exist, else $SDRROOT/dom")
      ->check(CLI::ExistingDirectory);
}

void add_options(CLI::App& app, TryArguments& arguments, Raw& raw) {
  auto& request = arguments.request;
  app.add_option("--set", request.settings, "PROPERTY=VALUE; may be repeated");
  app.add_option("--implementation", request.implementation,
                 "id of the implementation; default: the first that fits this machine");
  app.add_option("--messaging", request.messaging, "how packets travel; default: ordered")
      ->check(CLI::IsMember({"oneway", "oneway-worker", "twoway", "twoway-worker", "ordered"}));
  app.add_option("--packet", arguments.packet_samples, "samples in a packet")
      ->check(CLI::Range(std::size_t{1}, kMostSamples))
      ->capture_default_str();
  app.add_option("--seconds", raw.run_time, "end after this time; default: with the stream")
      ->check(CLI::Range(0.0, program::kMostSeconds))
      ->check(refuse_nan);
  app.add_option("--step-timeout", raw.step_timeout,
                 "seconds for each step of creation and release, for a packet to be taken, and for "
                 "the end of the stream; 0: no limit")
      ->check(CLI::Range(0.0, program::kMostSeconds))
      ->check(refuse_nan)
      ->capture_default_str();
  app.add_option("--orb", raw.orb,
                 "NAME=VALUE: option -ORBNAME of the component's ORB; may be repeated");
  app.add_option("--events", arguments.events,
                 "open file descriptor for JSON lines; default: standard output, or standard error "
                 "if samples go to standard output")
      ->check(CLI::Range(1, kMostDescriptor));
}

Result<void, std::string> take(const Raw& raw, TryArguments& arguments) {
  if (raw.run_time) arguments.run_time = program::from_seconds(*raw.run_time);
  arguments.step_timeout = program::from_seconds(raw.step_timeout);
  auto orb = program::orb_parameters(raw.orb);
  if (!orb) return unexpected(std::move(orb.error()));
  arguments.orb = std::move(*orb);
  if (arguments.events >= 0 && ::fcntl(arguments.events, F_GETFD) < 0)
    return unexpected("--events " + std::to_string(arguments.events) +
                      ": it is not open; give a descriptor that this program inherits");
  const bool has_samples = std::ranges::any_of(
      arguments.request.outputs,
      [](const std::string& output) { return output == "-" || output.ends_with("=-"); });
  if (arguments.events < 0) arguments.events = has_samples ? STDERR_FILENO : STDOUT_FILENO;
  if (has_samples && arguments.events == STDOUT_FILENO)
    return unexpected(std::string{"--events 1: samples go to standard output"});
  return {};
}

}  // namespace

Result<TryArguments, int> parse_arguments(int argc, char** argv) {
  command_line::CommandLine line{
      {.program = "orbweaver-try",
       .command = "orbweaver try",
       .does = "Runs one component alone, between files of samples, and leaves nothing behind.\n"
               "It says what happens in JSON lines.",
       .examples = {"orbweaver-try gain.spd.xml --input in.f32 --output out.f32 --set gain=2"}}};
  TryArguments arguments;
  Raw raw;
  add_files(line.app(), arguments.request);
  add_options(line.app(), arguments, raw);
  if (const auto parsed = line.parse(argc, argv); !parsed) return unexpected(parsed.error());
  if (const auto taken = take(raw, arguments); !taken)
    return unexpected(line.refuse(taken.error()));
  return arguments;
}

}  // namespace orbweaver::trial
