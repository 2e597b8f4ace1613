// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/giop/request.hpp>

#include <array>

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

void put_bare_message(cdr::Encoder& encoder, MessageType type, Version version) {
  begin_message(encoder, type, version);
  finish_message(encoder);
}

// The data of the first of the contexts, which the encoder writes next.
std::size_t first_context_at(const cdr::Encoder& encoder) noexcept {
  constexpr std::size_t kBeforeData = 12;  // the number of contexts, the id, the length
  return encoder.size() + cdr::padding(encoder.size(), 4) + kBeforeData;
}

// Empty, or as long as puts the arguments at a multiple of 8.
void put_principal(cdr::Encoder& encoder) {
  static constexpr std::array<std::byte, 4> kNobody{};
  encoder.align(4);
  const bool fits = (encoder.size() + sizeof(std::uint32_t)) % 8 == 0;
  encoder.put_octets(fits ? Bytes{} : Bytes{kNobody});
}

RequestFields begin_request_before_12(cdr::Encoder& encoder, std::uint32_t request_id,
                                      ResponseFlags response, Bytes object_key,
                                      std::string_view operation,
                                      std::span<const ServiceContext> contexts, Version version) {
  begin_message(encoder, MessageType::request, version);
  RequestFields fields;
  fields.first_context = first_context_at(encoder);
  encode(encoder, contexts);
  encoder.align(4);
  fields.id = encoder.size();
  encoder.put(request_id);
  fields.response = encoder.size();
  encoder.put_octet(response_octet(response, version));
  encoder.put_octets(object_key);  // aligned behind what 1.1 reserves and 1.0 pads
  encoder.put_string(operation);
  put_principal(encoder);
  return fields;
}

RequestHeader decode_request_before_12(cdr::Decoder& decoder, Version version) noexcept {
  RequestHeader header;
  header.version = version;
  header.contexts = ServiceContextView::decode(decoder);
  header.request_id = decoder.get<std::uint32_t>();
  header.response = decoder.get_boolean() ? ResponseFlags::with_target : ResponseFlags::none;
  header.object_key = decoder.get_octets();
  header.operation = decoder.get_string_view();
  static_cast<void>(decoder.get_octets());  // the principal
  return header;
}

}  // namespace

RequestFields begin_request(cdr::Encoder& encoder, std::uint32_t request_id, ResponseFlags response,
                            TargetAddress target, std::string_view operation,
                            std::span<const ServiceContext> contexts, Version version) {
  if (version.minor < 2)
    return begin_request_before_12(encoder, request_id, response, target.key, operation, contexts,
                                   version);
  RequestFields fields;
  begin_message(encoder, MessageType::request, version);
  encoder.put(request_id);
  encoder.put_octet(response_octet(response, version));
  for (std::size_t i = 0; i < kReservedOctets; ++i) encoder.put_octet(0);
  put_target(encoder, target);
  encoder.put_string(operation);
  fields.first_context = first_context_at(encoder);
  encode(encoder, contexts);
  return fields;
}

void put_locate_request(cdr::Encoder& encoder, std::uint32_t request_id, Bytes object_key,
                        Version version) {
  begin_message(encoder, MessageType::locate_request, version);
  encoder.put(request_id);
  if (version.minor < 2)
    encoder.put_octets(object_key);
  else
    put_target(encoder, TargetAddress{object_key});
  finish_message(encoder);
}

void put_cancel_request(cdr::Encoder& encoder, std::uint32_t request_id, Version version) {
  begin_message(encoder, MessageType::cancel_request, version);
  encoder.put(request_id);
  finish_message(encoder);
}

void put_close_connection(cdr::Encoder& encoder, Version version) {
  put_bare_message(encoder, MessageType::close_connection, version);
}

void put_message_error(cdr::Encoder& encoder, Version version) {
  put_bare_message(encoder, MessageType::message_error, version);
}

RequestHeader decode_request(cdr::Decoder& decoder, Version version) noexcept {
  if (version.minor < 2) return decode_request_before_12(decoder, version);
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

LocateRequestHeader decode_locate_request(cdr::Decoder& decoder, Version version) noexcept {
  LocateRequestHeader header;
  header.request_id = decoder.get<std::uint32_t>();
  header.object_key = version.minor < 2 ? decoder.get_octets() : get_target(decoder);
  return header;
}

std::uint32_t decode_cancel_request(cdr::Decoder& decoder) noexcept {
  return decoder.get<std::uint32_t>();
}

}  // namespace orbweaver::giop
