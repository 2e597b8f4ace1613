// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/giop/datagram.hpp>

namespace orbweaver::giop {

std::string_view describe(DatagramError error) noexcept {
  switch (error) {
    case DatagramError::not_one_message:
      return "not one whole GIOP message";
    case DatagramError::not_a_request:
      return "a message that is no request";
    case DatagramError::bad_request:
      return "a request whose header does not fit";
    case DatagramError::wants_a_reply:
      return "a request that wants a reply";
    case DatagramError::no_place:
      return "a request without a place in a series";
  }
  return "unknown";
}

Result<DatagramRequest, DatagramError> read_datagram(Bytes datagram) noexcept {
  if (datagram.size() < kHeaderSize) return unexpected{DatagramError::not_one_message};
  const auto message = parse_header(datagram, datagram.size());
  if (!message || message->more_fragments || message->body_size != datagram.size() - kHeaderSize)
    return unexpected{DatagramError::not_one_message};
  if (message->type != MessageType::request) return unexpected{DatagramError::not_a_request};
  cdr::Decoder decoder(datagram.subspan(kHeaderSize), message->byte_order, kHeaderSize);
  const auto header = decode_request(decoder, message->version);
  if (!decoder.ok()) return unexpected{DatagramError::bad_request};
  if (header.response != ResponseFlags::none) return unexpected{DatagramError::wants_a_reply};
  const auto place = header.contexts.find(kContextOrder);
  const auto stamp = place ? read_order_stamp(*place) : std::nullopt;
  if (!stamp) return unexpected{DatagramError::no_place};
  return DatagramRequest{*message, header, *stamp, decoder};
}

}  // namespace orbweaver::giop
