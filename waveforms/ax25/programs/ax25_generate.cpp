// SPDX-License-Identifier: Apache-2.0
// ax25-generate: writes a recording of AX.25 stations, and what they sent.
#include <filesystem>
#include <string>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <orbweaver/ax25/generator.hpp>
#include <orbweaver/ax25/kiss.hpp>
#include <orbweaver/base/option_values.hpp>

#include "parse_and_run.hpp"

namespace {

using namespace orbweaver::ax25;

struct Options {
  GeneratorPlan plan;
  std::filesystem::path out;
  std::filesystem::path kiss;
};

int run(const CLI::App& app, Options& options) {
  if (!options.kiss.empty()) {
    auto frames = read_kiss_file(options.kiss);
    if (!frames) return fail(app, frames.error());
    options.plan.content = *std::move(frames);
  }
  const auto sent = generate_recording(options.plan, options.out);
  if (!sent) return fail(app, sent.error());
  orbweaver::os::print_error(fmt::format(
      "{} frames in {:.1f} s at {} Hz; what was sent is in {}\n", sent->size(), sent->back().end_s,
      options.plan.sample_rate_hz, truth_path(options.out).string()));
  return 0;
}

void add_options(CLI::App& app, Options& options) {
  GeneratorPlan& plan = options.plan;
  const auto add = [&app](const char* name, auto& value, const char* meaning) {
    return orbweaver::add_value(app, name, value, meaning);
  };
  add("--out", options.out, "file to write: .cu8 .cs16 .cf32 .sigmf-meta")->required();
  app.add_option("--kiss", options.kiss,
                 "KISS file with the frames to send; else they are made up");
  add("--sample-rate", plan.sample_rate_hz, "samples a second of the recording");
  app.add_option("--channels-hz", plan.channels_hz,
                 "channels, from the middle of the recording; frames take them by turns")
      ->delimiter(',')
      ->check(orbweaver::refuse_nan)
      ->capture_default_str();
  add("--frames", plan.frames, "how many");
  add("--stations", plan.stations, "how many send them");
  add("--seed", plan.seed, "the same seed makes the same file");
  add("--noise", plan.noise, "standard deviation of I and of Q; full scale is 1");
  add("--overlap", plan.overlap, "share of frames that begin before the one before has ended");
  add("--frequency-error-hz", plan.frequency_error_hz, "largest of a station, either way");
  add("--twist-db", plan.twist_db,
      "largest level of the 2200 Hz tone beside the other, either way");
  add("--deviation-hz", plan.deviation_hz, "of the stronger tone");
  add("--weakest", plan.weakest, "amplitude of the weakest carrier");
  add("--strongest", plan.strongest, "amplitude of the strongest carrier");
}

}  // namespace

// CLI11 throws where options clash, which the first start would show.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) {
  CLI::App app{
      "Write an I/Q recording of AX.25 stations (APRS: 1200 baud AFSK on narrow FM), and what they "
      "sent.\nExample: ax25-generate --out stations.sigmf-meta --frames 100",
      "ax25-generate"};
  Options options;
  add_options(app, options);
  return parse_and_run(app, argc, argv, [&] { return run(app, options); });
}
