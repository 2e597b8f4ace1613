// SPDX-License-Identifier: Apache-2.0
// adsb-generate: writes a recording with known frames, and the list of them.
#include <cstdio>
#include <filesystem>
#include <string>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <orbweaver/adsb/generator.hpp>
#include <orbweaver/base/option_values.hpp>
#include <orbweaver/os/standard_streams.hpp>

namespace {

using orbweaver::adsb::GeneratorPlan;

constexpr int kBadInput = 2;

int run(const GeneratorPlan& plan, const std::filesystem::path& out) {
  if (out.extension() != ".cu8") {
    orbweaver::os::print_error(
        fmt::format("adsb-generate: {}: only cu8 is written; name it .cu8\n", out.string()));
    return kBadInput;
  }
  const auto frames = orbweaver::adsb::generate_recording(plan, out);
  if (!frames) {
    orbweaver::os::print_error(fmt::format("adsb-generate: {}\n", frames.error().message));
    return kBadInput;
  }
  orbweaver::os::print_error(fmt::format("{} frames in {} s; listed in {}\n", frames->size(),
                                         plan.seconds, orbweaver::adsb::truth_path(out).string()));
  return 0;
}

void add_options(CLI::App& app, GeneratorPlan& plan) {
  const auto add = [&app](const char* name, auto& value, const char* meaning) {
    orbweaver::add_value(app, name, value, meaning);
  };
  add("--seconds", plan.seconds, "length of the recording");
  add("--frames", plan.frames, "frames in it");
  add("--seed", plan.seed, "the same seed makes the same file");
  add("--noise", plan.noise, "standard deviation of I and of Q; full scale is 1");
  add("--overlap", plan.overlap, "share of frames that take part in an overlap, 0 to 1");
  add("--carrier-offset-hz", plan.carrier_offset_hz, "largest carrier offset, either way");
  add("--weakest", plan.weakest, "smallest amplitude");
  add("--strongest", plan.strongest, "largest amplitude");
}

}  // namespace

// CLI11 throws where options clash, which the first start would show.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) {
  orbweaver::os::begin_standard_streams();
  CLI::App app{
      "Write an IQ recording (cu8, 2 MS/s) with known ADS-B frames.\n"
      "Example: adsb-generate --out flight.cu8 --seconds 4 --frames 2000",
      "adsb-generate"};
  GeneratorPlan plan;
  std::string out;
  app.add_option("--out", out, "file to write, .cu8")->required();
  add_options(app, plan);
  app.failure_message([](const CLI::App* program, const CLI::Error& error) {
    return fmt::format("{}: {}; see --help\n", program->get_name(), error.what());
  });
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : kBadInput;
  }
  return run(plan, out);
}
