// SPDX-License-Identifier: Apache-2.0
// The nodes that a domain should have, and the applications that should run, with their settings.
// An operator writes them in a TOML file:
//
//   [expect]
//   nodes = ["mast"]
//
//   [application.fm]
//   sad = "/waveforms/fm/fm.sad.xml"
//   on = { demodulator = "mast:device" }
//   set = { gain = 2.5, taps = [1, 2, 3] }
#pragma once
#include <orbweaver/base/result.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace orbweaver::upkeep {

/// What happens when a component of the application ends.
enum class WhenItEnds : std::uint8_t {
  restart,    // the application is released and created again
  keep_rest,  // the other components go on
  stop,       // the application is released and not created again
};

struct WantedApplication {
  std::string name;
  std::string sad;  // in the domain's file system, absolute; empty: one of this name is installed
  bool start = true;
  std::vector<std::string> on;   // COMPONENT=DEVICE, as `orbweaver create --on` takes it
  std::vector<std::string> set;  // ID=VALUE, as `orbweaver create --set` takes it
  WhenItEnds when_it_ends = WhenItEnds::restart;
  unsigned most_restarts = 5;  // in a row; 0: no limit
};

struct Wanted {
  std::vector<std::string> nodes;  // labels or identifiers
  std::vector<WantedApplication> applications;

  /// Returns null if it is not wanted.
  [[nodiscard]] const WantedApplication* find(std::string_view name) const noexcept;
};

/// Reads the text. `where`: the file's name, for the error line. Fails: with "wanted.toml:7: the
/// error; what is allowed".
[[nodiscard]] Result<Wanted, std::string> parse_wanted(std::string_view text,
                                                       const std::string& where);
/// Reads the file, which has at most 1 MiB. Fails: with such a line, or why it cannot be read.
[[nodiscard]] Result<Wanted, std::string> read_wanted(const std::filesystem::path& file);

}  // namespace orbweaver::upkeep
