// SPDX-License-Identifier: Apache-2.0
#include "seeds.hpp"

#include <orbweaver/cdr/codec.hpp>
#include <orbweaver/generated/lab/echo.hpp>
#include <orbweaver/giop/ior.hpp>
#include <orbweaver/giop/reply.hpp>
#include <orbweaver/giop/request.hpp>

#include <functional>
#include <string_view>

namespace orbweaver::hostile {

namespace {

using giop::ResponseFlags;

giop::OctetBuffer key_of(const std::string& reference) {
  return giop::read_iiop_profile(giop::parse_reference(reference)->profiles.at(0))->object_key;
}

Stream whole(const cdr::Encoder& encoder) {
  return {encoder.bytes().begin(), encoder.bytes().end()};
}

class Seeds {
 public:
  explicit Seeds(const std::string& reference)
      : ior_(*giop::parse_reference(reference)), key_(key_of(reference)) {}

  std::vector<Stream> make() {
    add_numbers();
    add_texts();
    add_aggregates();
    add_operations();
    add_other_messages();
    return std::move(seeds_);
  }

 private:
  /// In both byte orders, and as each kind of one-way call too.
  template <class... Arguments>
  void call(std::string_view operation, const Arguments&... arguments) {
    for (const auto order : {cdr::ByteOrder::little, cdr::ByteOrder::big})
      request(order, ResponseFlags::with_target, operation, arguments...);
    request(cdr::kNativeOrder, ResponseFlags::with_server, operation, arguments...);
    request(cdr::kNativeOrder, ResponseFlags::none, operation, arguments...);
  }

  template <class... Arguments>
  void request(cdr::ByteOrder order, ResponseFlags response, std::string_view operation,
               const Arguments&... arguments) {
    cdr::Encoder encoder(order);
    giop::begin_request(encoder, next_id(), response, key_, operation);
    if constexpr (sizeof...(arguments) > 0) giop::begin_body(encoder);
    (cdr::encode(encoder, arguments), ...);
    giop::finish_message(encoder);
    seeds_.push_back(whole(encoder));
  }

  template <class Put>
  void message(Put put) {
    cdr::Encoder encoder;
    put(encoder);
    seeds_.push_back(whole(encoder));
  }

  void add_numbers() {
    call("nothing");
    call("echo_boolean", true);
    call("echo_char", 'x');
    call("echo_octet", std::uint8_t{7});
    call("echo_short", std::int16_t{-3});
    call("echo_long", std::int32_t{-70000});
    call("echo_ulonglong", std::uint64_t{1} << 40);
    call("echo_float", 1.5F);
    call("echo_double", 2.5);
    call("echo_enum", Lab::Colour::green);
  }

  void add_texts() {
    call("echo_string", std::string("hello"));
    call("echo_strings", Lab::Strings{"", "a", "longer than that"});
    call("swap_text", std::string("left"), std::string("right"));
    call("_set_label", std::string("name"));
    call("_is_a", std::string("IDL:Lab/Counter:1.0"));
  }

  void add_aggregates() {
    const Lab::Basics basics{true, 'c', 1, -2, 3, -4, 5, -6, 7, 8.5F, 9.5};
    call("echo_octets", Lab::Octets(100, 0xA5));
    call("echo_shorts", Lab::Shorts{1, 2, 3});
    call("echo_doubles", Lab::Doubles(64, 0.5));
    call("echo_colours", Lab::Colours{Lab::Colour::red, Lab::Colour::blue});
    call("echo_array", Lab::Triple{1, 2, 3});
    call("echo_grid", Lab::Grid{});
    call("echo_struct", basics);
    call("echo_nested",
         Lab::Nested{
             "deep", basics, {1.0, 2.0}, {1, 2, 3}, Lab::Colour::red, Lab::BasicsList(3, basics)});
  }

  void add_operations() {
    call("poke", std::uint32_t{1});
    call("reset");
    call("_get_count");
    call("_non_existent");
    call("add", std::int32_t{1}, std::int32_t{2});
    call("sum_and_difference", std::int32_t{1}, std::int32_t{2});
    call("refuse", std::string("no"), std::int32_t{3});
    call("raise_system", std::uint32_t{9});
    add_reference();
  }

  void add_reference() {
    cdr::Encoder encoder;
    giop::begin_request(encoder, next_id(), ResponseFlags::with_target, key_, "echo_reference");
    giop::begin_body(encoder);
    giop::encode(encoder, ior_);
    giop::finish_message(encoder);
    seeds_.push_back(whole(encoder));
  }

  void add_other_messages() {
    message([&](auto& to) { giop::put_locate_request(to, next_id(), key_); });
    message([&](auto& to) { giop::put_cancel_request(to, next_id()); });
    message([](auto& to) { giop::put_close_connection(to); });
    message([](auto& to) { giop::put_message_error(to); });
    message([&](auto& to) {
      giop::begin_reply(to, next_id(), giop::ReplyStatus::no_exception);
      giop::finish_message(to);
    });
    add_fragments();
  }

  /// A request in three pieces, as a peer with small buffers sends it.
  void add_fragments() {
    constexpr std::byte kMoreFragments{2};
    constexpr std::size_t kFlagsAt = 6;
    cdr::Encoder first, middle, last;
    giop::begin_request(first, next_id(), ResponseFlags::with_target, key_, "echo_octets");
    giop::begin_body(first);
    first.put(std::uint32_t{20});
    first.put_bytes(Stream(4));
    giop::finish_message(first);
    fragment(middle, 8);
    fragment(last, 8);
    auto all = whole(first);
    all[kFlagsAt] |= kMoreFragments;
    auto piece = whole(middle);
    piece[kFlagsAt] |= kMoreFragments;
    all.insert(all.end(), piece.begin(), piece.end());
    piece = whole(last);
    all.insert(all.end(), piece.begin(), piece.end());
    seeds_.push_back(std::move(all));
  }

  void fragment(cdr::Encoder& encoder, std::size_t size) const {
    giop::begin_message(encoder, giop::MessageType::fragment);
    encoder.put(last_id_);
    encoder.put_bytes(Stream(size));
    giop::finish_message(encoder);
  }

  std::uint32_t next_id() noexcept { return ++last_id_; }

  giop::Ior ior_;
  giop::OctetBuffer key_;
  std::uint32_t last_id_ = 0;
  std::vector<Stream> seeds_;
};

}  // namespace

std::vector<Stream> make_seeds(const std::string& reference) { return Seeds(reference).make(); }

Stream make_question(const std::string& reference, std::uint32_t request_id) {
  cdr::Encoder encoder;
  giop::put_locate_request(encoder, request_id, key_of(reference));
  return whole(encoder);
}

}  // namespace orbweaver::hostile
