// SPDX-License-Identifier: Apache-2.0
// fm-generate: writes a recording of an FM station whose audio is known, and that audio.
#include <cstdio>
#include <filesystem>
#include <string>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <orbweaver/base/option_values.hpp>
#include <orbweaver/fm/generator.hpp>
#include <orbweaver/os/standard_streams.hpp>

#include "choice_options.hpp"

namespace {

using orbweaver::fm::GeneratorPlan;
using orbweaver::fm::Programme;

struct Options {
  GeneratorPlan plan;
  std::filesystem::path out;
  std::filesystem::path original;
};

int run(Options& options) {
  if (options.original.empty()) {
    options.original = std::filesystem::path(options.out).replace_extension(".original.wav");
  }
  const auto result =
      orbweaver::fm::generate_recording(options.plan, options.out, options.original);
  if (!result) {
    orbweaver::os::print_error(fmt::format("fm-generate: {}\n", result.error()));
    return orbweaver::fm::kBadInput;
  }
  orbweaver::os::print_error(fmt::format("{} s at {} Hz; its audio is in {}\n",
                                         options.plan.seconds, options.plan.choices.sample_rate_hz,
                                         options.original.string()));
  return 0;
}

void add_options(CLI::App& app, Options& options) {
  GeneratorPlan& plan = options.plan;
  const auto add = [&app](const char* name, auto& value, const char* meaning) {
    return orbweaver::add_value(app, name, value, meaning);
  };
  add("--out", options.out, "file to write: .cu8 .cs16 .cf32 .sigmf-meta")->required();
  app.add_option("--original", options.original,
                 "its audio (default: NAME.original.wav beside it)");
  add("--sample-rate", plan.choices.sample_rate_hz, "samples a second of the recording");
  add_choices(app, plan.choices);
  orbweaver::add_choice<CLI::App, Programme>(
      app, "--programme", plan.programme,
      {{"tones", Programme::tones}, {"sweep", Programme::sweep}},
      "sweep: a tone that wanders; tones: five")
      ->default_str("sweep");
  add("--seconds", plan.seconds, "length of the recording");
  add("--seed", plan.seed, "the same seed makes the same file");
  add("--low-hz", plan.low_hz, "lowest frequency of the audio; 0: 50, narrow 300");
  add("--high-hz", plan.high_hz, "highest frequency of the audio; 0: 12000, narrow 3000");
  add("--noise", plan.noise, "standard deviation of I and of Q; the carrier's amplitude is 0.5");
}

}  // namespace

// CLI11 throws where options clash, which the first start would show.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) {
  orbweaver::os::begin_standard_streams();
  CLI::App app{
      "Write an I/Q recording of an FM station, and the audio that is in it.\n"
      "Example: fm-generate --out station.sigmf-meta --seconds 5",
      "fm-generate"};
  Options options;
  add_options(app, options);
  return orbweaver::fm::parse_and_run(app, argc, argv, [&] { return run(options); });
}
