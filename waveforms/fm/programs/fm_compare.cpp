// SPDX-License-Identifier: Apache-2.0
// fm-compare: how like the audio that was sent is a received WAV file, as one line of JSON.
#include <cstdio>
#include <filesystem>
#include <string>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <orbweaver/fm/comparison.hpp>
#include <orbweaver/fm/wav.hpp>
#include <orbweaver/os/standard_streams.hpp>

#include "choice_options.hpp"

namespace {

using namespace orbweaver::fm;

int fail(const std::string& line) {
  orbweaver::os::print_error(fmt::format("fm-compare: {}\n", line));
  return kBadInput;
}

int run(const std::filesystem::path& received_path, const std::filesystem::path& original_path) {
  const auto received = read_wav(received_path);
  if (!received) return fail(received.error().message);
  const auto original = read_wav(original_path);
  if (!original) return fail(original.error().message);
  const auto comparison = compare(*received, *original);
  if (!comparison) return fail(fmt::format("{}: {}", received_path.string(), comparison.error()));
  std::fputs(fmt::format("{{\"snr_db\": {:.2f}, \"delay_ms\": {:.4f}, \"gain_db\": {:.3f}}}\n",
                         comparison->snr_db, comparison->delay_ms, comparison->gain_db)
                 .c_str(),
             stdout);
  return 0;
}

}  // namespace

// CLI11 throws where options clash, which the first start would show.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) {
  orbweaver::os::begin_standard_streams();
  CLI::App app{
      "Compare received audio with the audio that was sent, apart from delay and gain.\n"
      "Example: fm-compare received.wav original.wav",
      "fm-compare"};
  std::filesystem::path received, original;
  app.add_option("RECEIVED", received, "WAV file")->required();
  app.add_option("ORIGINAL", original, "WAV file")->required();
  return parse_and_run(app, argc, argv, [&] { return run(received, original); });
}
