// SPDX-License-Identifier: Apache-2.0
// Reads the lines of standard output with which a component reports of itself. Any other line is
// only shown.
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace orbweaver::domain {

/// Whether it is {"event":"end_of_stream"}.
[[nodiscard]] bool is_end_of_stream(std::string_view line);
/// Whether it is {"event":"end_is_lost"}: a destination does not take the end of the stream, and
/// may wait for it for ever. An error says why.
[[nodiscard]] bool is_lost_end(std::string_view line);
/// The text of {"event":"error","error":TEXT}: the component failed, or lost data.
[[nodiscard]] std::optional<std::string> error_in(std::string_view line);
/// The text of {"event":"missing_packets","error":TEXT}: packets did not come. Their sender may
/// have reported the loss, too.
[[nodiscard]] std::optional<std::string> loss_in(std::string_view line);

}  // namespace orbweaver::domain
