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
                 std::span<const ServiceContext> contexts) {
  begin_message(encoder, MessageType::reply);
  encoder.put(request_id);
  encoder.put(static_cast<std::uint32_t>(status));
  encode(encoder, contexts);
}

void put_system_exception_reply(cdr::Encoder& encoder, std::uint32_t request_id,
                                const SystemExceptionBody& body) {
  begin_reply(encoder, request_id, ReplyStatus::system_exception);
  begin_body(encoder);
  encoder.put_string(body.exception_id);
  encoder.put(body.minor);
  encoder.put(static_cast<std::uint32_t>(body.completed));
  finish_message(encoder);
}

void put_locate_reply(cdr::Encoder& encoder, std::uint32_t request_id, LocateStatus status) {
  begin_message(encoder, MessageType::locate_reply);
  encoder.put(request_id);
  encoder.put(static_cast<std::uint32_t>(status));
  finish_message(encoder);
}

ReplyHeader decode_reply(cdr::Decoder& decoder) noexcept {
  ReplyHeader header;
  header.request_id = decoder.get<std::uint32_t>();
  header.status = get_enumerator(decoder, ReplyStatus::needs_addressing_mode);
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
