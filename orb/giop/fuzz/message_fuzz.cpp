// SPDX-License-Identifier: Apache-2.0
// Fuzz target: any bytes as one GIOP message. What is read from a message must be read again from
// the message that is written with it.
#include <orbweaver/giop/call_chain.hpp>
#include <orbweaver/giop/code_sets.hpp>
#include <orbweaver/giop/exception_reason.hpp>
#include <orbweaver/giop/order_stamp.hpp>
#include <orbweaver/giop/packet_stamp.hpp>
#include <orbweaver/giop/priority.hpp>
#include <orbweaver/giop/reply.hpp>
#include <orbweaver/giop/request.hpp>

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace {

using namespace orbweaver;
using namespace orbweaver::giop;

void require(bool condition) {
  if (!condition) std::abort();
}

bool equal(Bytes left, Bytes right) { return std::ranges::equal(left, right); }

cdr::Decoder behind_header(Bytes message, cdr::ByteOrder order) {
  return cdr::Decoder{message.subspan(kHeaderSize), order, kHeaderSize};
}

Bytes take_rest(cdr::Decoder& decoder) { return decoder.get_bytes(decoder.remaining()); }

cdr::Decoder reread(cdr::Encoder& encoder, MessageType type) {
  finish_message(encoder);
  const auto header = parse_header(encoder.bytes(), encoder.size());
  require(header && header->type == type && header->byte_order == encoder.byte_order());
  require(header->body_size + kHeaderSize == encoder.size());
  return behind_header(encoder.bytes(), header->byte_order);
}

// A few ids that the corpus holds; a view cannot list the ids it does not know.
std::vector<ServiceContext> known_contexts(const ServiceContextView& view) {
  std::vector<ServiceContext> contexts;
  for (const std::uint32_t id : {0U, 1U, 5U, 9U, kContextOrder, kContextReason, kContextChain,
                                 kContextPacket, kContextMetadata, 0x4f575601U})
    if (const auto data = view.find(id)) contexts.push_back({id, *data});
  require(contexts.size() <= view.size());
  return contexts;
}

void require_same_contexts(const ServiceContextView& left, const ServiceContextView& right) {
  for (const auto& context : known_contexts(left)) {
    const auto data = right.find(context.id);
    require(data && equal(*data, context.data));
  }
}

void check_order_stamp(const ServiceContextView& contexts) {
  const auto data = contexts.find(kContextOrder);
  if (!data) return;
  if (const auto stamp = read_order_stamp(*data))
    require(read_order_stamp(encode(*stamp)) == stamp);
}

void check_packet_stamp(const ServiceContextView& contexts) {
  const auto data = contexts.find(kContextPacket);
  if (!data) return;
  if (const auto stamp = read_packet_stamp(*data))
    require(read_packet_stamp(PacketContext{*stamp}.data()) == stamp);
}

void check_chain(const ServiceContextView& contexts) {
  const auto data = contexts.find(kContextChain);
  auto chain = data ? CallChain::read(*data) : CallChain{};
  if (chain.is_empty()) return;
  require(equal(chain.data(), *data) && chain.size() <= kMostTokens);
  const auto innermost = chain.data().last(sizeof(CallToken));
  require(chain.holds(innermost));
  CallToken other;
  std::ranges::transform(innermost, other.begin(), [](std::byte octet) { return ~octet; });
  chain.add(other);
  require(chain.holds(other) && CallChain::read(chain.data()).size() == chain.size());
}

void check_reason(const ServiceContextView& contexts) {
  const auto data = contexts.find(kContextReason);
  const auto reason = data ? read_reason(*data) : std::nullopt;
  if (!reason) return;
  require(reason->size() <= kLongestReason);
  require(read_reason(encode_reason(*reason)) == reason->substr(0, reason->find('\0')));
}

void check_priority(const ServiceContextView& contexts) {
  const auto data = contexts.find(kContextRtPriority);
  const auto priority = data ? read_priority(*data) : std::nullopt;
  if (priority) require(read_priority(encode_priority(*priority)) == priority);
}

void check_code_sets(const ServiceContextView& contexts, Version version) {
  const auto data = contexts.find(kContextCodeSets);
  const auto sets = data ? read_code_sets_context(*data) : std::nullopt;
  if (!sets) return;
  require(read_code_sets_context(encode(*sets)) == sets);
  for (const auto native : {NativeText::utf8, NativeText::latin1})
    if (const auto forms = forms_of(*sets, native, version))
      require(version.minor > 0 || forms->wide == cdr::WideForm::refused);
}

ResponseFlags as_known_to(Version version, ResponseFlags response) {
  return version.minor < 2 && response == ResponseFlags::with_server ? ResponseFlags::with_target
                                                                     : response;
}

void check_request_in(Version version, const RequestHeader& request, Bytes arguments,
                      cdr::ByteOrder order) {
  cdr::Encoder encoder{order};
  begin_request(encoder, request.request_id, request.response, request.object_key,
                request.operation, known_contexts(request.contexts), version);
  if (!arguments.empty()) begin_body(encoder);
  encoder.put_bytes(arguments);
  auto again = reread(encoder, MessageType::request);
  const auto copy = decode_request(again, version);
  require(again.ok() && copy.request_id == request.request_id && copy.version == version);
  require(copy.response == as_known_to(version, request.response));
  require(copy.operation == request.operation);
  require(arguments.empty() || again.position() % 8 == 0);
  require(equal(copy.object_key, request.object_key));
  require_same_contexts(request.contexts, copy.contexts);
  require(equal(take_rest(again), arguments));
}

void check_addressed(const RequestHeader& request, cdr::ByteOrder order) {
  const OctetBuffer key{request.object_key.begin(), request.object_key.end()};
  const Ior ior{"", {make_profile({{1, 2}, "host", 1, key, {}})}};
  for (const auto how : {Addressing::profile, Addressing::reference}) {
    cdr::Encoder encoder{order};
    begin_request(encoder, request.request_id, request.response, {how, key, ior},
                  request.operation);
    auto again = reread(encoder, MessageType::request);
    const auto copy = decode_request(again);
    require(again.ok() && equal(copy.object_key, key) && copy.operation == request.operation);
  }
}

void check_request(cdr::Decoder decoder, Version version) {
  const auto request = decode_request(decoder, version);
  if (!decoder.ok()) return;
  check_order_stamp(request.contexts);
  check_packet_stamp(request.contexts);
  check_chain(request.contexts);
  check_priority(request.contexts);
  check_code_sets(request.contexts, version);
  check_addressed(request, decoder.byte_order());
  const Bytes arguments = take_rest(decoder);
  for (std::uint8_t minor = 0; minor <= kHighestMinor; ++minor)
    check_request_in({1, minor}, request, arguments, decoder.byte_order());
}

void check_system_exception(cdr::Decoder decoder, std::uint32_t request_id, Version version) {
  const auto body = decode_system_exception(decoder);
  if (!decoder.ok()) return;
  cdr::Encoder encoder{decoder.byte_order()};
  put_system_exception_reply(encoder, request_id, body, version);
  auto again = reread(encoder, MessageType::reply);
  require(decode_reply(again, version).status == ReplyStatus::system_exception);
  const auto copy = decode_system_exception(again);
  require(again.ok() && copy.exception_id == body.exception_id);
  require(copy.minor == body.minor && copy.completed == body.completed);
}

void check_forward(cdr::Decoder decoder) {
  const auto ior = decode_ior(decoder);
  if (!decoder.ok()) return;
  cdr::Encoder encoder{decoder.byte_order()};
  encode(encoder, ior);
  cdr::Decoder again{encoder.bytes(), encoder.byte_order()};
  require(decode_ior(again) == ior && again.ok());
}

void check_reply(cdr::Decoder decoder, Version version) {
  const auto reply = decode_reply(decoder, version);
  if (!decoder.ok()) return;
  check_reason(reply.contexts);
  if (reply.status == ReplyStatus::system_exception)
    check_system_exception(decoder, reply.request_id, version);
  if (reply.status == ReplyStatus::location_forward) check_forward(decoder);
  cdr::Encoder encoder{decoder.byte_order()};
  begin_reply(encoder, reply.request_id, reply.status, known_contexts(reply.contexts), version);
  auto again = reread(encoder, MessageType::reply);
  const auto copy = decode_reply(again, version);
  require(again.ok() && copy.request_id == reply.request_id && copy.status == reply.status);
  require_same_contexts(reply.contexts, copy.contexts);
}

void check_locate_request(cdr::Decoder decoder, Version version) {
  const auto request = decode_locate_request(decoder, version);
  if (!decoder.ok()) return;
  cdr::Encoder encoder{decoder.byte_order()};
  put_locate_request(encoder, request.request_id, request.object_key, version);
  auto again = reread(encoder, MessageType::locate_request);
  const auto copy = decode_locate_request(again, version);
  require(again.ok() && copy.request_id == request.request_id);
  require(equal(copy.object_key, request.object_key));
}

void check_locate_reply(cdr::Decoder decoder) {
  const auto reply = decode_locate_reply(decoder);
  if (!decoder.ok()) return;
  if (reply.status == LocateStatus::object_forward) check_forward(decoder);
  cdr::Encoder encoder{decoder.byte_order()};
  put_locate_reply(encoder, reply.request_id, reply.status);
  auto again = reread(encoder, MessageType::locate_reply);
  const auto copy = decode_locate_reply(again);
  require(again.ok() && copy.request_id == reply.request_id && copy.status == reply.status);
}

void check_cancel_request(cdr::Decoder decoder) {
  const auto id = decode_cancel_request(decoder);
  if (!decoder.ok()) return;
  cdr::Encoder encoder{decoder.byte_order()};
  put_cancel_request(encoder, id);
  auto again = reread(encoder, MessageType::cancel_request);
  require(decode_cancel_request(again) == id);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Bytes message{reinterpret_cast<const std::byte*>(data), size};
  if (size < kHeaderSize) return 0;
  const auto header = parse_header(message, kDefaultMaxMessageSize);
  if (!header) return 0;
  const auto decoder = behind_header(message, header->byte_order);
  switch (header->type) {
    case MessageType::request:
      check_request(decoder, header->version);
      break;
    case MessageType::reply:
      check_reply(decoder, header->version);
      break;
    case MessageType::locate_request:
      check_locate_request(decoder, header->version);
      break;
    case MessageType::locate_reply:
      check_locate_reply(decoder);
      break;
    case MessageType::cancel_request:
      check_cancel_request(decoder);
      break;
    default:
      break;
  }
  return 0;
}
