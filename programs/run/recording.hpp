// SPDX-License-Identifier: Apache-2.0
// A component that plays a recording, and is given none, plays a generated one: so an installed
// waveform runs with nothing but its name.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/os/private_folder.hpp>

#include <optional>
#include <string>

#include "arguments.hpp"
#include "domain/inbox.hpp"
#include "radio.hpp"
#include "reporter.hpp"

namespace orbweaver::domain {

/// A file that is gone when this is.
struct Recording {
  os::PrivateFolder folder;
  std::string setting;  // COMPONENT.PROPERTY=FILE
};

/// Why there is no recording although the waveform needs one.
struct NoRecording {
  bool is_interrupted = false;  // a signal came, which was reported: no failure
  std::string line;             // of a failure
};

/// Nothing: the waveform needs none, or its SAD or a setting names one. Call it while this process
/// has one thread. Blocks: until the file is written, or a signal of the inbox ended its generator.
[[nodiscard]] Result<std::optional<Recording>, NoRecording> recording_for(
    const RunArguments& arguments, const Radio& radio, Inbox& inbox, Reporter& lines);

}  // namespace orbweaver::domain
