// SPDX-License-Identifier: Apache-2.0
#include "message.hpp"

#include <type_traits>
#include <utility>

#include "octets.hpp"

namespace orbweaver::guard {

namespace {

// The members of each message, once for both directions.
template <class Visitor, class Message>
void visit_program(Visitor& visit, Message& program) {
  visit(program.file);
  visit(program.open_file);
  visit(program.arguments);
  visit(program.environment);
  visit(program.directory);
  visit(program.descriptors);
  visit(program.cpus);
  visit(program.scheduling);
  visit(program.priority);
  visit(program.stack_bytes);
}

template <class Visitor, class Message>
void visit_members(Visitor& visit, Message& message) {
  using Kind = std::remove_const_t<Message>;
  if constexpr (requires { message.number; }) visit(message.number);
  if constexpr (requires { message.process; }) visit(message.process);
  if constexpr (requires { message.signal; }) visit(message.signal);
  if constexpr (std::is_same_v<Kind, StartRequest>) visit_program(visit, message.program);
  if constexpr (std::is_same_v<Kind, RefusalReply>) {
    visit(message.error.step);
    visit(message.error.code);
  }
  if constexpr (std::is_same_v<Kind, EndReply>) {
    visit(message.end.kind);
    visit(message.end.value);
  }
}

template <class Variant>
Encoded encode_any(const Variant& variant) {
  OctetWriter writer;
  writer(static_cast<unsigned char>(variant.index()));
  std::visit([&](const auto& message) { visit_members(writer, message); }, variant);
  return writer.take();
}

template <class Variant, std::size_t... I>
std::optional<Variant> decode_any(Bytes bytes, std::index_sequence<I...> /*all*/) {
  OctetReader reader{bytes};
  unsigned char index = 0;
  reader(index);
  std::optional<Variant> variant;
  ((index == I ? (void)variant.emplace(std::in_place_index<I>) : void()), ...);
  if (!variant) return std::nullopt;
  std::visit([&](auto& message) { visit_members(reader, message); }, *variant);
  return reader.is_done() ? std::move(variant) : std::nullopt;
}

}  // namespace

Encoded encode(const Request& request) { return encode_any(request); }
Encoded encode(const Reply& reply) { return encode_any(reply); }

std::optional<Request> decode_request(Bytes bytes) {
  return decode_any<Request>(bytes, std::make_index_sequence<std::variant_size_v<Request>>{});
}

std::optional<Reply> decode_reply(Bytes bytes) {
  return decode_any<Reply>(bytes, std::make_index_sequence<std::variant_size_v<Reply>>{});
}

}  // namespace orbweaver::guard
