// SPDX-License-Identifier: Apache-2.0
// adsb-decode: the receiver in one process, the yardstick for every pipeline of components.
#include <cstdio>
#include <string>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <orbweaver/adsb/format.hpp>
#include <orbweaver/adsb/reference.hpp>
#include <orbweaver/os/standard_streams.hpp>

namespace {

using orbweaver::adsb::DecodeSummary;
using orbweaver::adsb::Frame;

constexpr int kBadInput = 2;

struct Options {
  std::string input;
  std::string format = "text";
  std::size_t packet_samples = 65536;
};

void print_summary(const DecodeSummary& summary) {
  for (const auto& warning : summary.warnings)
    orbweaver::os::print_error(fmt::format("warning: {}\n", warning));
  std::string formats;
  for (std::size_t df = 0; df < summary.frames_by_format.size(); ++df) {
    if (summary.frames_by_format[df] == 0) continue;
    formats += fmt::format(" DF{} {}", df, summary.frames_by_format[df]);
  }
  const auto& [parity, interrogator, address] = summary.counts.accepted;
  orbweaver::os::print_error(
      fmt::format("{} frames in {} samples from {} candidates:{}\n"
                  "accepted by parity {}, by interrogator code {}, by known address {}\n",
                  summary.counts.frames(), summary.samples, summary.candidates, formats, parity,
                  interrogator, address));
}

int run(const Options& options) {
  const bool json = options.format == "json";
  const auto print = [json](const Frame& frame) {
    std::fputs(fmt::format("{}\n", json ? to_json(frame) : to_text(frame)).c_str(), stdout);
  };
  const auto summary =
      orbweaver::adsb::decode_recording(options.input, options.packet_samples, print);
  if (!summary) {
    orbweaver::os::print_error(fmt::format("adsb-decode: {}\n", summary.error().message));
    return kBadInput;
  }
  print_summary(*summary);
  return 0;
}

}  // namespace

// CLI11 throws where options clash, which the first start would show.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) {
  orbweaver::os::begin_standard_streams();
  CLI::App app{
      "Decode the ADS-B frames of an IQ recording in one process.\n"
      "Example: adsb-decode --input flight.cu8 --format json",
      "adsb-decode"};
  Options options;
  app.add_option("--input", options.input, "IQ recording: .cu8 .cs8 .cs16 .cf32 .sigmf-meta")
      ->required();
  app.add_option("--format", options.format, "text or json (one line each frame)")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  app.add_option("--packet-samples", options.packet_samples, "samples in a packet")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1} << 24))
      ->capture_default_str();
  app.failure_message([](const CLI::App* program, const CLI::Error& error) {
    return fmt::format("{}: {}; see --help\n", program->get_name(), error.what());
  });
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : kBadInput;
  }
  return run(options);
}
