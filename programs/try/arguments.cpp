// SPDX-License-Identifier: Apache-2.0
#include "arguments.hpp"

#include <orbweaver/base/option_values.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>

#include "command_line/command_line.hpp"
#include "command_line/network_guard.hpp"

namespace orbweaver::trial {

namespace {

using command_line::add_list;

constexpr std::size_t kMostSamples = 1'000'000;
constexpr int kMostDescriptor = 1023;

/// Options in the form in which CLI11 reads them.
struct Raw {
  std::vector<std::string> orb;
  std::optional<double> run_time;
  double step_timeout = 10;
};

void add_files(CLI::App& app, Request& request) {
  app.add_option("SPD", request.spd, "X.spd.xml, the component: a software package descriptor")
      ->required();
  add_list(app, "--input", request.inputs,
           "[PORT=]FILE: samples that go into a provides port; - is standard input; may be "
           "repeated");
  add_list(app, "--output", request.outputs,
           "[PORT=]FILE: where samples of a uses port go; - is standard output; default: counted "
           "and dropped; may be repeated");
  app.add_option("--root", request.root,
                 "root of the SCA file system; default: the folder above SPD in which its names "
                 "exist, else $SDRROOT/dom")
      ->check(CLI::ExistingDirectory);
}

void add_options(CLI::App& app, TryArguments& arguments, Raw& raw) {
  auto& request = arguments.request;
  add_list(app, "--set", request.settings, "PROPERTY=VALUE; may be repeated");
  app.add_option("--implementation", request.implementation,
                 "id of the implementation; default: the first that fits this machine");
  app.add_option("--messaging", request.messaging,
                 "how packets travel; default: as the component has it")
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
  add_list(app, "--orb", raw.orb,
           "NAME=VALUE: option -ORBNAME of the component's ORB; may be repeated");
  auto* const json = arguments.json.add_to(app, "write the result of the trial");
  app.add_option("--events", arguments.events,
                 "for a program: say what happens in JSON lines on this file descriptor; 1 is "
                 "standard output")
      ->check(CLI::Range(1, kMostDescriptor))
      ->excludes(json);
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
  if (!arguments.has_samples_on_output()) return {};
  if (arguments.events == STDOUT_FILENO)
    return unexpected(std::string{"--events 1: samples go to standard output"});
  if (arguments.json.is_output())
    return unexpected(
        std::string{"--json - and --output - both want standard output; name a file for one"});
  return {};
}

}  // namespace

bool TryArguments::has_samples_on_output() const {
  return std::ranges::any_of(request.outputs, [](const std::string& output) {
    return output == "-" || output.ends_with("=-");
  });
}

Result<TryArguments, int> parse_arguments(int argc, char** argv) {
  command_line::CommandLine line{
      {.program = "orbweaver-try",
       .command = "orbweaver try",
       .does = "Runs one component alone: samples of a file go in, what comes out is written to a "
               "file. It ends\n"
               "with the stream, after --seconds, or with Ctrl-C. Samples are those of the port's "
               "interface, little\n"
               "endian, each I followed by its Q.",
       .examples = {"orbweaver try gain.spd.xml --input in.f32 --output out.f32 --set gain=2",
                    "orbweaver try source.spd.xml --output iq_out=air.cs16 --seconds 1",
                    "orbweaver try mixer.spd.xml --input left=a.f32 --input right=b.f32 --output - "
                    "| od -f",
                    "orbweaver try gain.spd.xml --input in.f32 --json result.json"}}};
  TryArguments arguments;
  Raw raw;
  add_files(line.app(), arguments.request);
  add_options(line.app(), arguments, raw);
  const command_line::NetworkGuard network{line.app(), "call the component"};
  if (const auto parsed = line.parse(argc, argv); !parsed) return unexpected(parsed.error());
  if (const auto taken = take(raw, arguments); !taken)
    return unexpected(line.refuse(taken.error()));
  if (const auto admitted = network.admit(command_line::open_endpoints({}, arguments.orb));
      !admitted)
    return unexpected(line.refuse(admitted.error()));
  return arguments;
}

}  // namespace orbweaver::trial
