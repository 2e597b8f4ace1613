// SPDX-License-Identifier: Apache-2.0
// How a peer that speaks GIOP by hand finds the end of a message.
#pragma once
#include <orbweaver/giop/message.hpp>
#include <orbweaver/transport/connection.hpp>

#include <optional>

namespace orbweaver::orb_test {

inline transport::FrameRule giop_rule() {
  return {giop::kHeaderSize,
          [](Bytes header, std::size_t limit) -> std::optional<std::size_t> {
            const auto parsed = giop::parse_header(header, limit);
            if (!parsed) return std::nullopt;
            return giop::kHeaderSize + parsed->body_size;
          },
          giop::kDefaultMaxMessageSize};
}

}  // namespace orbweaver::orb_test
