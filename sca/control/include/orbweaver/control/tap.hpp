// SPDX-License-Identifier: Apache-2.0
// Writes the samples that leave a uses port of a running application into a file. The application
// is not slowed down.
#pragma once
#include <orbweaver/control/domain.hpp>
#include <orbweaver/control/report.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace orbweaver::control {

struct Tap {
  std::string target, port;
  std::string file;                        // "-": standard output
  std::optional<double> seconds{};         // ends after this time, counted from the connection
  std::optional<std::uint64_t> packets{};  // ends after this many packets
  // called once the tap is connected; may be empty
  std::function<void(const std::string& line)> on_begun{};
};

/// Masks the signals that interrupt a tap (SIGINT, SIGTERM), SIGPIPE, and a signal of the tap's
/// own. The program calls it before it starts threads, which inherit the mask.
void mask_signals_of_tap();

/// Connects a port of this process to the uses port and writes samples as they arrive. The
/// connection drops packets instead of delaying the sender.
/// The tap ends when the stream, the component or the connection ends, at one of the limits, or on
/// a signal. It then disconnects. If this program is killed, the component ends the connection
/// within seconds.
/// The file is opened before the tap connects. The report says how many packets were lost, and is
/// not well if the file could not be written to the end.
/// Blocks: until the tap has ended. Throws Failed if it cannot connect. Threads: one tap at a time
/// in a process, on the thread that masked the signals.
[[nodiscard]] Report tap(const Domain& domain, const Tap& wanted);

}  // namespace orbweaver::control
