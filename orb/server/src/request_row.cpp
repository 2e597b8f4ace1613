// SPDX-License-Identifier: Apache-2.0
#include "request_row.hpp"

#include "caller_rights.hpp"

#include <orbweaver/giop/message.hpp>
#include <orbweaver/giop/order_stamp.hpp>

#include <utility>

namespace orbweaver::server {

namespace {

bool is_whole_request(const giop::MessageHeader& header, const Frame& frame) noexcept {
  return header.type == giop::MessageType::request && !header.more_fragments &&
         header.body_size == frame.size() - giop::kHeaderSize;
}

bool is_plain(const giop::RequestHeader& header) noexcept {
  return header.response != giop::ResponseFlags::with_server &&
         !header.contexts.find(giop::kContextOrder);
}

}  // namespace

bool RequestRow::take(Frame& frame, const ActiveObject& object, Bytes key, CallerRights& rights,
                      std::size_t max_message_size) {
  const auto bytes = frame.bytes();
  if (bytes.size() < giop::kHeaderSize) return false;
  const auto message = giop::parse_header(bytes, max_message_size);
  if (!message || !is_whole_request(*message, frame)) return false;
  cdr::Decoder decoder(bytes.subspan(giop::kHeaderSize), message->byte_order, giop::kHeaderSize);
  const auto header = giop::decode_request(decoder, message->version);
  if (!decoder.ok() || as_text(header.object_key) != as_text(key) || !is_plain(header) ||
      !rights.has_allowed(object, header.operation))
    return false;
  requests_[size_].emplace(std::move(frame), header, decoder);
  ++size_;
  return true;
}

}  // namespace orbweaver::server
