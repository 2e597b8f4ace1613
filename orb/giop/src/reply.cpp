// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/giop/reply.hpp>
#include <orbweaver/giop/request.hpp>

#include "body.hpp"

namespace orbweaver::giop {
namespace {

template <class Enum>
Enum get_enumerator(cdr::Decoder& decoder, Enum last) noexcept {
  const auto value = decoder.get<std::uint32_t>();
  if (value <= static_cast<std::uint32_t>(last)) return static_cast<Enum>(value);
  decoder.fail(cdr::DecodeError::bad_enumerator);
  return Enum{};
}

}  // namespace

void begin_reply(cdr::Encoder& encoder, std::uint32_t request_id, ReplyStatus status,
                 std::span<const ServiceContext> contexts, Version version) {
  begin_message(encoder, MessageType::reply, version);
  if (version.minor < 2) encode(encoder, contexts);
  encoder.put(request_id);
  encoder.put(static_cast<std::uint32_t>(status));
  if (version.minor >= 2) encode(encoder, contexts);
}

void put_system_exception_reply(cdr::Encoder& encoder, std::uint32_t request_id,
                                const SystemExceptionBody& body, Version version,
                                std::span<const ServiceContext> contexts) {
  begin_reply(encoder, request_id, ReplyStatus::system_exception, contexts, version);
  begin_body(encoder, version);
  encoder.put_string(body.exception_id);
  encoder.put(body.minor);
  encoder.put(static_cast<std::uint32_t>(body.completed));
  finish_message(encoder);
}

void put_locate_reply(cdr::Encoder& encoder, std::uint32_t request_id, LocateStatus status,
                      Version version) {
  begin_message(encoder, MessageType::locate_reply, version);
  encoder.put(request_id);
  encoder.put(static_cast<std::uint32_t>(status));
  finish_message(encoder);
}

void put_forward_reply(cdr::Encoder& encoder, std::uint32_t request_id, const Ior& to,
                       Permanence permanence, Version version) {
  const bool is_for_good = permanence == Permanence::permanently && version.minor >= 2;
  begin_reply(encoder, request_id,
              is_for_good ? ReplyStatus::location_forward_perm : ReplyStatus::location_forward, {},
              version);
  begin_body(encoder, version);
  encode(encoder, to);
  finish_message(encoder);
}

void put_locate_forward(cdr::Encoder& encoder, std::uint32_t request_id, const Ior& to,
                        Permanence permanence, Version version) {
  const bool is_for_good = permanence == Permanence::permanently && version.minor >= 2;
  put_locate_reply(encoder, request_id,
                   is_for_good ? LocateStatus::object_forward_perm : LocateStatus::object_forward,
                   version);
  encode(encoder, to);
  finish_message(encoder);
}

ReplyHeader decode_reply(cdr::Decoder& decoder, Version version) noexcept {
  const bool contexts_lead = version.minor < 2;
  ReplyHeader header;
  if (contexts_lead) header.contexts = ServiceContextView::decode(decoder);
  header.request_id = decoder.get<std::uint32_t>();
  header.status = get_enumerator(
      decoder, contexts_lead ? ReplyStatus::location_forward : ReplyStatus::needs_addressing_mode);
  if (contexts_lead) return header;
  header.contexts = ServiceContextView::decode(decoder);
  skip_to_body(decoder);
  return header;
}

LocateReplyHeader decode_locate_reply(cdr::Decoder& decoder) noexcept {
  LocateReplyHeader header;
  header.request_id = decoder.get<std::uint32_t>();
  header.status = get_enumerator(decoder, LocateStatus::needs_addressing_mode);
  return header;
}

SystemExceptionBody decode_system_exception(cdr::Decoder& decoder) {
  SystemExceptionBody body;
  body.exception_id = decoder.get_string();
  body.minor = decoder.get<std::uint32_t>();
  body.completed = get_enumerator(decoder, Completion::maybe);
  return body;
}

}  // namespace orbweaver::giop
