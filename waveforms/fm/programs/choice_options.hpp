// SPDX-License-Identifier: Apache-2.0
// The options of fm-generate and fm-receive that say which station it is.
#pragma once

#include <string>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <orbweaver/base/option_values.hpp>
#include <orbweaver/fm/plan.hpp>

namespace orbweaver::fm {

inline constexpr int kBadInput = 2;

inline void add_choices(CLI::App& app, Choices& choices) {
  const auto add = [&app](const char* name, auto& value, const char* meaning) {
    add_value(app, name, value, meaning);
  };
  add_choice<CLI::App, Band>(app, "--band", choices.band,
                             {{"narrow", Band::narrow}, {"broadcast", Band::broadcast}},
                             "of the station")
      ->default_str("broadcast");
  add("--offset-hz", choices.offset_hz, "of the station, from the middle of the recording");
  add("--deviation-hz", choices.deviation_hz, "0: as the band has it, 5000 or 75000");
  add("--de-emphasis-us", choices.de_emphasis_us,
      "time constant, 50 or 75; 0: none; -1: as the band has it");
  add("--audio-rate", choices.audio_rate_hz, "samples a second of the WAV file, 8000 to 48000");
}

/// Gives `run()`'s status, or that of wrong usage in one line.
template <class Run>
int parse_and_run(CLI::App& app, int argc, char** argv, Run run) {
  app.failure_message([](const CLI::App* program, const CLI::Error& error) {
    return fmt::format("{}: {}; see --help\n", program->get_name(), error.what());
  });
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : kBadInput;
  }
  return run();
}

}  // namespace orbweaver::fm
