// SPDX-License-Identifier: Apache-2.0
// ax25-receive: the receiver in one process, the yardstick for every pipeline of components.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <orbweaver/ax25/format.hpp>
#include <orbweaver/ax25/kiss.hpp>
#include <orbweaver/ax25/reference.hpp>
#include <orbweaver/ax25/truth.hpp>
#include <orbweaver/base/option_values.hpp>

#include "parse_and_run.hpp"

namespace {

using namespace orbweaver::ax25;

struct Options {
  ReceptionPlan plan{.choices = {.sample_rate_hz = 0}};
  std::filesystem::path input;
  std::filesystem::path audio;
  std::filesystem::path kiss;
  std::filesystem::path sent;
  bool json = false;
};

void print_frame(const HeardFrame& heard, bool json) {
  std::string line;
  if (json) {
    line = to_json(heard);
  } else if (const auto frame = parse_frame(heard.octets)) {
    line = to_text(*frame);
  } else {
    line = fmt::format("unreadable: {}: {}", text_of(frame.error()), to_hex(heard.octets));
  }
  std::fputs((line + "\n").c_str(), stdout);
}

bool write(const std::filesystem::path& path, const std::vector<std::uint8_t>& octets) {
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(octets.data()),
             static_cast<std::streamsize>(octets.size()));
  file.close();
  return static_cast<bool>(file);
}

/// On standard error, beside the frames.
int print_comparison(const CLI::App& app, const Options& options,
                     const std::vector<HeardFrame>& heard) {
  const auto sent = read_truth(options.sent);
  if (!sent) return fail(app, sent.error());
  const auto verdict = compare(*sent, options.plan.choices.offset_hz, heard);
  orbweaver::os::print_error(fmt::format("{} of {} frames of the channel received, {} others\n",
                                         verdict.received, verdict.sent, verdict.others));
  return 0;
}

int run(const CLI::App& app, const Options& options) {
  if (options.input.empty() == options.audio.empty()) return fail(app, "give --input or --audio");
  std::vector<HeardFrame> heard;
  std::vector<std::uint8_t> kiss;
  const auto on_frame = [&](const HeardFrame& frame) {
    print_frame(frame, options.json);
    append_kiss(kiss, frame.octets);
    heard.push_back(frame);
  };
  const auto reception = options.audio.empty()
                             ? receive_recording(options.input, options.plan, on_frame)
                             : receive_audio(options.audio, options.plan, on_frame);
  std::fflush(stdout);
  if (!reception) return fail(app, reception.error());
  for (const auto& warning : reception->warnings) {
    orbweaver::os::print_error(fmt::format("warning: {}\n", warning));
  }
  orbweaver::os::print_error(
      fmt::format("{} frames in {} samples, {} duplicates of other slicers\n", reception->frames,
                  reception->samples, reception->duplicates));
  if (!options.kiss.empty() && !write(options.kiss, kiss)) {
    return fail(app,
                options.kiss.string() + ": cannot be written; check its folder and the free space");
  }
  return options.sent.empty() ? 0 : print_comparison(app, options, heard);
}

void add_options(CLI::App& app, Options& options) {
  auto& plan = options.plan;
  app.add_option("--input", options.input, "I/Q recording: .cu8 .cs8 .cs16 .cf32 .sigmf-meta");
  app.add_option("--audio", options.audio, "or audio of a receiver: WAV, mono, 16 bits");
  app.add_option("--sample-rate", plan.choices.sample_rate_hz,
                 "samples a second of the recording, unless it states it");
  orbweaver::add_value(app, "--offset-hz", plan.choices.offset_hz,
                       "of the channel, from the middle of the recording");
  app.add_option("--space-gains-db", plan.space_gains_db,
                 "a slicer for each: gain of the 2200 Hz tone")
      ->delimiter(',')
      ->check(orbweaver::refuse_nan)
      ->capture_default_str();
  app.add_option("--kiss", options.kiss, "KISS file to write");
  app.add_option("--sent", options.sent,
                 "what ax25-generate wrote of it: prints how many were received");
  app.add_flag("--json", options.json, "print frames as JSON lines");
  app.add_option("--packet-samples", plan.packet_samples, "samples in a packet")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1} << 24))
      ->capture_default_str();
}

}  // namespace

// CLI11 throws where options clash, which the first start would show.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) {
  CLI::App app{
      "Receive AX.25 frames (APRS: 1200 baud AFSK on narrow FM) in one process.\n"
      "Example: ax25-receive --input stations.cu8 --sample-rate 240000",
      "ax25-receive"};
  Options options;
  add_options(app, options);
  return parse_and_run(app, argc, argv, [&] { return run(app, options); });
}
