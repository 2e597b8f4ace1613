// SPDX-License-Identifier: Apache-2.0
#include "message.hpp"

#include <cstring>
#include <string>
#include <type_traits>
#include <utility>

namespace orbweaver::guard {

namespace {

class Writer {
 public:
  template <class T>
    requires std::is_arithmetic_v<T> || std::is_enum_v<T>
  void operator()(const T& value) {
    append(std::as_bytes(std::span{&value, 1}));
  }
  void operator()(const std::string& text) {
    (*this)(text.size());
    append(as_bytes(text));
  }
  template <class T>
  void operator()(const std::vector<T>& values) {
    (*this)(values.size());
    for (const auto& value : values) (*this)(value);
  }
  void operator()(const std::optional<std::uint64_t>& value) {
    (*this)(value.has_value());
    (*this)(value.value_or(0));
  }

  Encoded take() { return std::move(bytes_); }

 private:
  void append(Bytes bytes) { bytes_.insert(bytes_.end(), bytes.begin(), bytes.end()); }
  Encoded bytes_;
};

class Reader {
 public:
  explicit Reader(Bytes bytes) : rest_(bytes) {}

  template <class T>
    requires std::is_arithmetic_v<T>
  void operator()(T& value) {
    const auto bytes = take(sizeof value);
    if (bytes.size() == sizeof value) std::memcpy(&value, bytes.data(), sizeof value);
  }
  void operator()(bool& value) {
    unsigned char octet = 0;
    (*this)(octet);
    value = octet != 0;
  }
  template <class T>
    requires std::is_enum_v<T>
  void operator()(T& value) {
    std::underlying_type_t<T> number{};
    (*this)(number);
    value = static_cast<T>(number);
  }
  void operator()(std::string& text) { text = as_text(take(count())); }
  template <class T>
  void operator()(std::vector<T>& values) {
    const auto size = count();
    for (std::size_t i = 0; i < size && good_; ++i) (*this)(values.emplace_back());
  }
  void operator()(std::optional<std::uint64_t>& value) {
    bool present = false;
    std::uint64_t number = 0;
    (*this)(present);
    (*this)(number);
    value = present ? std::optional{number} : std::nullopt;
  }

  [[nodiscard]] bool is_done() const { return good_ && rest_.empty(); }

 private:
  // An element takes a byte at least.
  std::size_t count() {
    std::size_t size = 0;
    (*this)(size);
    good_ = good_ && size <= rest_.size();
    return good_ ? size : 0;
  }
  Bytes take(std::size_t size) {
    good_ = good_ && size <= rest_.size();
    if (!good_) return {};
    const auto taken = rest_.first(size);
    rest_ = rest_.subspan(size);
    return taken;
  }

  Bytes rest_;
  bool good_ = true;
};

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
  Writer writer;
  writer(static_cast<unsigned char>(variant.index()));
  std::visit([&](const auto& message) { visit_members(writer, message); }, variant);
  return writer.take();
}

template <class Variant, std::size_t... I>
std::optional<Variant> decode_any(Bytes bytes, std::index_sequence<I...> /*all*/) {
  Reader reader{bytes};
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
