// SPDX-License-Identifier: Apache-2.0
#include "scenarios/attacks.hpp"

#include <orbweaver/cdr/codec.hpp>
#include <orbweaver/generated/idl/radio.hpp>
#include <orbweaver/giop/ior.hpp>
#include <orbweaver/giop/request.hpp>

#include <array>

#include "scenarios/rig/options.hpp"

namespace orbweaver::sim {

namespace {

using Stream = std::vector<std::byte>;
using Key = giop::OctetBuffer;

Stream whole(const cdr::Encoder& encoder) {
  return {encoder.bytes().begin(), encoder.bytes().end()};
}

void append(Stream& stream, const Stream& more) {
  stream.insert(stream.end(), more.begin(), more.end());
}

Stream noise(std::size_t size) {
  Stream octets(size);
  for (auto& octet : octets) octet = static_cast<std::byte>(from_to(0, 255));
  return octets;
}

// A header with `size`, whatever follows.
Stream header(std::uint8_t major, std::uint8_t flags, std::uint8_t type, std::uint32_t size) {
  Stream octets;
  for (const std::uint32_t octet :
       {std::uint32_t{'G'}, std::uint32_t{'I'}, std::uint32_t{'O'}, std::uint32_t{'P'},
        std::uint32_t{major}, std::uint32_t{2}, std::uint32_t{flags}, std::uint32_t{type},
        size & 255U, (size >> 8U) & 255U, (size >> 16U) & 255U, size >> 24U})
    octets.push_back(static_cast<std::byte>(octet));
  return octets;
}

constexpr std::uint8_t kLittle = 1, kMore = 2;
constexpr std::uint8_t kRequest = 0, kReply = 1, kFragment = 7;

Stream with_body(Stream head, const Stream& body) {
  append(head, body);
  return head;
}

Stream request(const Key& key, const char* operation,
               giop::ResponseFlags response = giop::ResponseFlags::with_target) {
  cdr::Encoder encoder;
  giop::begin_request(encoder, from_to(1, 5), response, key, operation);
  giop::finish_message(encoder);
  return whole(encoder);
}

// The body says that it has 4,294,967,295 octets.
Stream request_with_a_body_too_long(const Key& key) {
  cdr::Encoder encoder;
  giop::begin_request(encoder, 1, giop::ResponseFlags::with_target, key, "call");
  giop::begin_body(encoder);
  for (const std::uint32_t number : {1U, 0U, UINT32_MAX}) cdr::encode(encoder, number);
  giop::finish_message(encoder);
  return whole(encoder);
}

Stream cut_off(Stream message) {
  message.resize(from_to(1, static_cast<std::uint32_t>(message.size()) - 1));
  return message;
}

Stream changed(Stream message) {
  for (auto changes = from_to(1, 4); changes > 0; --changes)
    message[from_to(0, static_cast<std::uint32_t>(message.size()) - 1)] =
        static_cast<std::byte>(from_to(0, 255));
  return message;
}

Stream many(const Stream& message, std::uint32_t times) {
  Stream all;
  for (; times > 0; --times) append(all, message);
  return all;
}

template <class Put>
Stream message(Put put) {
  cdr::Encoder encoder;
  put(encoder);
  return whole(encoder);
}

// Noise that begins with no letter of GIOP.
Stream garbage() {
  auto octets = noise(from_to(12, 200));
  octets.front() = std::byte{0};
  return octets;
}

Attack bad_one() {
  switch (from_to(0, 6)) {
    case 0:
      return {"hostile: garbage", Verdict::bad, garbage()};
    case 1:
      return {"hostile: a size of 4 GiB", Verdict::bad, header(1, kLittle, kRequest, UINT32_MAX)};
    case 2:
      return {"hostile: GIOP 9.2", Verdict::bad, header(9, kLittle, kRequest, 0)};
    case 3:
      return {"hostile: a type that does not exist", Verdict::bad, header(1, kLittle, 200, 0)};
    case 4:
      return {"hostile: a request without a header", Verdict::bad,
              with_body(header(1, kLittle, kRequest, 8), Stream(8, std::byte{0xFF}))};
    case 5:
      return {"hostile: a reply", Verdict::bad,
              with_body(header(1, kLittle, kReply, 12), Stream(12, std::byte{0}))};
    default:
      return {"hostile: good messages before garbage", Verdict::bad,
              with_body(message([](auto& to) { giop::put_cancel_request(to, 7); }), garbage())};
  }
}

Attack good_one(const Key& key) {
  switch (from_to(0, 6)) {
    case 0:
      return {"hostile: a request that is cut off", Verdict::good, cut_off(request(key, "count"))};
    case 1:
      return {"hostile: no such operation", Verdict::good, request(key, "explode")};
    case 2:
      return {"hostile: no such object", Verdict::good, request(Key(3, std::byte{9}), "count")};
    case 3:
      return {"hostile: a body too long", Verdict::good, request_with_a_body_too_long(key)};
    case 4:
      return {"hostile: many requests", Verdict::good, many(request(key, "count"), from_to(5, 60))};
    case 5:
      return {"hostile: nothing", Verdict::good, {}};
    default:
      return {"hostile: an end of the connection", Verdict::good,
              message([](auto& to) { giop::put_close_connection(to); })};
  }
}

Attack other_one(const Key& key) {
  switch (from_to(0, 2)) {
    case 0:
      return {"hostile: a fragment of nothing", Verdict::either_way,
              with_body(header(1, kLittle, kFragment, 4), noise(4))};
    case 1:
      return {"hostile: the first of many fragments", Verdict::either_way,
              many(with_body(header(1, kLittle | kMore, kRequest, 64), noise(64)), from_to(1, 20))};
    default:
      return {
          "hostile: a request that was changed", Verdict::either_way,
          changed(request(key, "count",
                          one_of(giop::ResponseFlags::with_target, giop::ResponseFlags::with_server,
                                 giop::ResponseFlags::none)))};
  }
}

}  // namespace

Attack any_attack(const std::string& reference) {
  const auto ior = giop::parse_reference(reference);
  const auto key = giop::read_iiop_profile(ior->profiles.at(0))->object_key;
  switch (from_to(0, 2)) {
    case 0:
      return bad_one();
    case 1:
      return good_one(key);
    default:
      return other_one(key);
  }
}

}  // namespace orbweaver::sim
