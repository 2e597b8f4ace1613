// SPDX-License-Identifier: Apache-2.0
// Reads the lines that a component prints about itself on standard output. All other lines are only
// shown to the user.
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace orbweaver::domain {

/// Whether it is {"event":"end_of_stream"}.
[[nodiscard]] bool is_end_of_stream(std::string_view line);
/// Whether it is {"event":"end_is_lost"}: a destination did not take the end of the stream, and may
/// wait for it for ever. An error line of the component says why.
[[nodiscard]] bool is_lost_end(std::string_view line);
/// The text of {"event":"error","error":TEXT}: the component failed, or lost data.
[[nodiscard]] std::optional<std::string> error_in(std::string_view line);
/// The text of {"event":"missing_packets","error":TEXT}: packets did not arrive. Their sender may
/// also have reported the loss.
[[nodiscard]] std::optional<std::string> loss_in(std::string_view line);

}  // namespace orbweaver::domain
