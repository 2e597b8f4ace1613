// SPDX-License-Identifier: Apache-2.0
// A component that plays a recording, and is given none, plays a generated one: so an installed
// waveform runs with nothing but its name.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/os/private_folder.hpp>
#include <orbweaver/profile/application.hpp>

#include <optional>
#include <string>

#include "arguments.hpp"

namespace orbweaver::domain {

/// A file that is gone when this is.
struct Recording {
  os::PrivateFolder folder;
  std::string setting;  // COMPONENT.PROPERTY=FILE
};

/// Nothing: the waveform needs none, or the SAD or the arguments name one. Call it while this
/// process has one thread. Blocks: until the file is written. Fails: with one line.
[[nodiscard]] Result<std::optional<Recording>, std::string> recording_for(
    const RunArguments& arguments, const profile::Application& application);

}  // namespace orbweaver::domain
