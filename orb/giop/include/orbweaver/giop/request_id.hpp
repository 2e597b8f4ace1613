// SPDX-License-Identifier: Apache-2.0
// Reads only the request id of a message.
#pragma once
#include <orbweaver/giop/message.hpp>
#include <orbweaver/giop/service_context.hpp>

#include <optional>

namespace orbweaver::giop {

/// `decoder` stands behind the header of a message of a type that has an id, or of the first part
/// of one. The body begins with the id; in Requests and Replies before 1.2 the service contexts
/// come before. Nothing if the message is too short.
[[nodiscard]] inline std::optional<std::uint32_t> request_id_of(const MessageHeader& header,
                                                                cdr::Decoder decoder) noexcept {
  const bool may_have_contexts =
      header.type == MessageType::request || header.type == MessageType::reply;
  if (header.version.minor < 2 && may_have_contexts)
    static_cast<void>(ServiceContextView::decode(decoder));
  const auto id = decoder.get<std::uint32_t>();
  return decoder.ok() ? std::optional{id} : std::nullopt;
}
/// `message` has its header.
[[nodiscard]] inline std::optional<std::uint32_t> request_id_of(const MessageHeader& header,
                                                                Bytes message) noexcept {
  return request_id_of(header,
                       cdr::Decoder{message.subspan(kHeaderSize), header.byte_order, kHeaderSize});
}

}  // namespace orbweaver::giop
