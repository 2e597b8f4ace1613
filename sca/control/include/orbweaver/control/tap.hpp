// SPDX-License-Identifier: Apache-2.0
// The samples that leave a uses port of a radio that runs, into a file: the radio does not notice.
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
  std::string file;                                         // "-": standard output
  std::optional<double> seconds{};                          // from the connection on
  std::optional<std::uint64_t> packets{};                   // so many are written
  std::function<void(const std::string& line)> on_begun{};  // it is connected; may be empty
};

/// Masks the signals that interrupt a tap: SIGINT and SIGTERM; SIGPIPE, which an output without a
/// reader raises; and one of the tap's own. The program calls it before it starts threads, which
/// inherit the mask.
void mask_signals_of_tap();

/// Connects a port of its own to the uses port, with a connection that drops packets rather than to
/// hold up the radio, and writes samples as they come. Ends with the stream, the component, the
/// connection, at the limits, and by a signal; then nothing is connected any more. If the program
/// is killed, the component ends the connection within seconds. The report says how much was lost.
/// The file is opened before anything is connected; if it cannot be written to the end, the report
/// is not well. Blocks: until then. Throws Failed before it is connected. Threads: one at a time in
/// a process; the thread that masked the signals.
[[nodiscard]] Report tap(const Domain& domain, const Tap& wanted);

}  // namespace orbweaver::control
