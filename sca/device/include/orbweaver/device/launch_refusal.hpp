// SPDX-License-Identifier: Apache-2.0
// Explains in one readable line why a program could not be run with its execute options: the
// option, its value, and the remedy.
#pragma once
#include <orbweaver/device/launch_options.hpp>
#include <orbweaver/os/process.hpp>

#include <string>
#include <vector>

namespace orbweaver::device {

/// The line for options that `launch_options_of` refused: "there is no such execute option, or it
/// takes no such value: PRIORITY=1000".
[[nodiscard]] std::string why_refused(const OptionTexts& texts,
                                      const std::vector<std::string>& wrong);

/// The line that says which values the options take: "PRIORITY takes a whole number: ...; there is
/// no option 'COLOUR': ...".
[[nodiscard]] std::string what_options_take(const std::vector<std::string>& wrong);

/// The line for a program that was not started with these options. It names the step and the
/// system's error; and, for a step that an option asked for, the option, its value, and the remedy.
/// Threads: any. Blocks: for a set of processors, while a thread asks which ones this process may
/// use.
[[nodiscard]] std::string why_not_started(const LaunchOptions& options,
                                          const os::StartError& error);

}  // namespace orbweaver::device
