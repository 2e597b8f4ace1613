// SPDX-License-Identifier: Apache-2.0
// fm-receive: the receiver in one process, the yardstick for every pipeline of components.
#include <cstdio>
#include <filesystem>
#include <string>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <orbweaver/base/option_values.hpp>
#include <orbweaver/fm/comparison.hpp>
#include <orbweaver/fm/reference.hpp>
#include <orbweaver/fm/wav.hpp>
#include <orbweaver/os/standard_streams.hpp>

#include "choice_options.hpp"

namespace {

using namespace orbweaver::fm;

struct Options {
  Choices choices{.sample_rate_hz = 0};
  std::filesystem::path input;
  std::filesystem::path out;
  std::filesystem::path original;
  std::size_t packet_samples = 65536;
};

int fail(const std::string& line) {
  orbweaver::os::print_error(fmt::format("fm-receive: {}\n", line));
  return kBadInput;
}

int print_comparison(const Options& options) {
  const auto received = read_wav(options.out);
  if (!received) return fail(received.error().message);
  const auto original = read_wav(options.original);
  if (!original) return fail(original.error().message);
  const auto comparison = compare(*received, *original);
  if (!comparison) return fail(fmt::format("{}: {}", options.out.string(), comparison.error()));
  std::fputs(fmt::format("signal to noise {:.1f} dB, delay {:.3f} ms, gain {:+.2f} dB\n",
                         comparison->snr_db, comparison->delay_ms, comparison->gain_db)
                 .c_str(),
             stdout);
  return 0;
}

int run(const Options& options) {
  const auto reception =
      receive_recording(options.input, options.choices, options.packet_samples, options.out);
  if (!reception) return fail(reception.error());
  for (const auto& warning : reception->warnings)
    orbweaver::os::print_error(fmt::format("warning: {}\n", warning));
  orbweaver::os::print_error(fmt::format(
      "{} samples at {} Hz to {} at {} Hz in {}\n", reception->samples, reception->plan.sample_rate,
      reception->audio_samples, reception->plan.audio_rate, options.out.string()));
  return options.original.empty() ? 0 : print_comparison(options);
}

void add_options(CLI::App& app, Options& options) {
  app.add_option("--input", options.input, "I/Q recording: .cu8 .cs8 .cs16 .cf32 .sigmf-meta")
      ->required();
  app.add_option("--out", options.out, "WAV file to write")->required();
  app.add_option("--sample-rate", options.choices.sample_rate_hz,
                 "samples a second of the recording, unless it states it");
  add_choices(app, options.choices);
  orbweaver::add_value(app, "--gain-db", options.choices.gain_db,
                       "at 0 full deviation is full scale");
  app.add_option("--original", options.original,
                 "WAV file of the audio that was sent: prints how like it the received audio is");
  app.add_option("--packet-samples", options.packet_samples, "samples in a packet")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1} << 24))
      ->capture_default_str();
}

}  // namespace

// CLI11 throws where options clash, which the first start would show.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) {
  orbweaver::os::begin_standard_streams();
  CLI::App app{
      "Receive an FM station from an I/Q recording in one process.\n"
      "Example: fm-receive --input station.cu8 --sample-rate 240000 --out station.wav",
      "fm-receive"};
  Options options;
  add_options(app, options);
  return parse_and_run(app, argc, argv, [&] { return run(options); });
}
