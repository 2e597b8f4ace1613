#include <orbweaver/giop/request.hpp>

#include "body.hpp"
#include "target_address.hpp"

namespace orbweaver::giop {
namespace {

constexpr std::size_t kReservedOctets = 3;

ResponseFlags get_response_flags(cdr::Decoder& decoder) noexcept {
  const auto flags = static_cast<ResponseFlags>(decoder.get_octet());
  switch (flags) {
    case ResponseFlags::none:
    case ResponseFlags::with_server:
    case ResponseFlags::with_target:
      return flags;
  }
  decoder.fail(cdr::DecodeError::bad_enumerator);
  return ResponseFlags::none;
}

void put_bare_message(cdr::Encoder& encoder, MessageType type) {
  begin_message(encoder, type);
  finish_message(encoder);
}

}  // namespace

void begin_request(cdr::Encoder& encoder, std::uint32_t request_id, ResponseFlags response,
                   Bytes object_key, std::string_view operation,
                   std::span<const ServiceContext> contexts) {
  begin_request_head(encoder, object_key);
  encoder.patch(kRequestIdAt, request_id);
  encoder.patch(kResponseFlagsAt, static_cast<std::uint8_t>(response));
  end_request_head(encoder, operation, contexts);
}

void begin_request_head(cdr::Encoder& encoder, Bytes object_key) {
  begin_message(encoder, MessageType::request);
  encoder.put(std::uint32_t{0});
  encoder.put_octet(0);
  for (std::size_t i = 0; i < kReservedOctets; ++i) encoder.put_octet(0);
  put_target(encoder, object_key);
}

void end_request_head(cdr::Encoder& encoder, std::string_view operation,
                      std::span<const ServiceContext> contexts) {
  encoder.put_string(operation);
  encode(encoder, contexts);
}

void put_locate_request(cdr::Encoder& encoder, std::uint32_t request_id, Bytes object_key) {
  begin_message(encoder, MessageType::locate_request);
  encoder.put(request_id);
  put_target(encoder, object_key);
  finish_message(encoder);
}

void put_cancel_request(cdr::Encoder& encoder, std::uint32_t request_id) {
  begin_message(encoder, MessageType::cancel_request);
  encoder.put(request_id);
  finish_message(encoder);
}

void put_close_connection(cdr::Encoder& encoder) {
  put_bare_message(encoder, MessageType::close_connection);
}

void put_message_error(cdr::Encoder& encoder) {
  put_bare_message(encoder, MessageType::message_error);
}

RequestHeader decode_request(cdr::Decoder& decoder) noexcept {
  RequestHeader header;
  header.request_id = decoder.get<std::uint32_t>();
  header.response = get_response_flags(decoder);
  static_cast<void>(decoder.get_bytes(kReservedOctets));
  header.object_key = get_target(decoder);
  header.operation = decoder.get_string_view();
  header.contexts = ServiceContextView::decode(decoder);
  skip_to_body(decoder);
  return header;
}

LocateRequestHeader decode_locate_request(cdr::Decoder& decoder) noexcept {
  LocateRequestHeader header;
  header.request_id = decoder.get<std::uint32_t>();
  header.object_key = get_target(decoder);
  return header;
}

std::uint32_t decode_cancel_request(cdr::Decoder& decoder) noexcept {
  return decoder.get<std::uint32_t>();
}

}  // namespace orbweaver::giop
