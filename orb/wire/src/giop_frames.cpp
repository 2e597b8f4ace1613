// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/wire/giop_frames.hpp>

#include <orbweaver/giop/message.hpp>

namespace orbweaver::wire {

transport::FrameRule giop_frame_rule(std::size_t max_message_size) noexcept {
  return {giop::kHeaderSize,
          [](Bytes header, std::size_t limit) -> std::optional<std::size_t> {
            const auto parsed = giop::parse_header(header, limit);
            if (!parsed) return std::nullopt;
            return giop::kHeaderSize + parsed->body_size;
          },
          max_message_size};
}

}  // namespace orbweaver::wire
