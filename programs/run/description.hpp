// SPDX-License-Identifier: Apache-2.0
// X.run.toml beside X.sad.xml: what `orbweaver run` does for this waveform beyond running it. Here:
// whether it runs where no waveform is named, and the recording that a component plays if none is
// given. What is judged by the file is Python's: lab/src/orbweaver/waveform.
#pragma once
#include <orbweaver/base/result.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace orbweaver::domain {

/// What a component plays that is given nothing: a file that `generate` makes.
struct GeneratedRecording {
  std::string component;              // its id in the SAD
  std::string property;               // takes the file's path
  std::string file;                   // its name
  std::vector<std::string> generate;  // a program beside this one, and its arguments but --out FILE
};

struct Description {
  bool is_default = false;
  std::optional<GeneratedRecording> recording;
};

/// X.run.toml, for X.sad.xml.
[[nodiscard]] std::filesystem::path description_file(const std::filesystem::path& sad);

/// Of the file beside the SAD; without one it says nothing. Blocks: on the file system. Fails: with
/// one line, where the file cannot be read.
[[nodiscard]] Result<Description, std::string> description_of(const std::filesystem::path& sad);

}  // namespace orbweaver::domain
