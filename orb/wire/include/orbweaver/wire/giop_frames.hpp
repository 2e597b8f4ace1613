// SPDX-License-Identifier: Apache-2.0
// The rule by which a transport finds the end of a GIOP message.
#pragma once
#include <orbweaver/transport/connection.hpp>

namespace orbweaver::wire {

/// The rule for GIOP messages of at most `max_message_size` bytes.
[[nodiscard]] transport::FrameRule giop_frame_rule(std::size_t max_message_size) noexcept;

}  // namespace orbweaver::wire
