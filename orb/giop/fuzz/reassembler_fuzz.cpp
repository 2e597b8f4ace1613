// SPDX-License-Identifier: Apache-2.0
// Fuzz target: any bytes as a stream of GIOP messages, and any message cut anywhere. A message that
// comes out is whole and well-formed; a message that was cut comes out as it was. Numbers that were
// cut into fragments of GIOP 1.1, each aligned by itself, come out as they were.
//
// Input: one octet. Even: a stream follows. Odd: the length of each cut is drawn from it, a message
// follows, which is also cut as a sender cuts it; and its octets say which numbers are sent in 1.1.
#include <orbweaver/cdr/codec.hpp>
#include <orbweaver/giop/fragments.hpp>
#include <orbweaver/giop/reassembler.hpp>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

namespace {

using namespace orbweaver;
using namespace orbweaver::giop;

constexpr ReassemblyLimits kLimits{.max_message_size = 512, .max_messages_in_flight = 3};
constexpr std::uint32_t kRequestId = 0x01020304;

void require(bool condition) {
  if (!condition) std::abort();
}

Frame frame_of(Bytes bytes) {
  const Chunk chunk = Chunk::of_size(bytes.size());
  std::memcpy(chunk.data(), bytes.data(), bytes.size());
  return {chunk, 0, bytes.size()};
}

// Some values of each size, for as long as there are octets.
void read_all(const Message& message) {
  auto decoder = body_of(message);
  while (decoder.ok() && decoder.left_over() > 0) {
    switch (decoder.get_octet() % 5) {
      case 0:
        static_cast<void>(decoder.get<std::uint64_t>());
        break;
      case 1:
        static_cast<void>(decoder.get<std::uint16_t>());
        break;
      case 2:
        static_cast<void>(decoder.get_octets());
        break;
      case 3:
        static_cast<void>(cdr::decode<std::vector<double>>(decoder));
        break;
      default:
        static_cast<void>(decoder.get_long_double());
    }
  }
}

void require_whole(const Message& message) {
  const auto header = parse_header(message.frame.bytes(), kLimits.max_message_size);
  require(header && !header->more_fragments && !message.header.more_fragments);
  require(header->type == message.header.type && header->type != MessageType::fragment);
  require(header->body_size == message.header.body_size);
  require(header->body_size + kHeaderSize == message.frame.size());
  read_all(message);
}

void check_stream(Bytes stream) {
  Reassembler reassembler{kLimits};
  while (stream.size() >= kHeaderSize) {
    const auto header = parse_header(stream, kLimits.max_message_size);
    const std::size_t size = header ? kHeaderSize + header->body_size : kHeaderSize;
    const auto outcome = reassembler.accept(frame_of(stream.first(std::min(size, stream.size()))));
    if (!outcome) return;
    require(header.has_value());
    if (*outcome) require_whole(**outcome);
    stream = stream.subspan(size);
  }
}

std::vector<std::byte> make_message(MessageType type, Bytes content, bool more) {
  cdr::Encoder encoder;
  begin_message(encoder, type);
  encoder.put(kRequestId);
  encoder.put_bytes(content);
  finish_message(encoder);
  std::vector<std::byte> bytes(encoder.bytes().begin(), encoder.bytes().end());
  if (more) bytes[6] |= std::byte{2};
  return bytes;
}

void check_cuts(Bytes content, std::uint32_t seed) {
  content = content.first(std::min<std::size_t>(content.size(), 400));
  Reassembler reassembler{kLimits};
  auto type = MessageType::request;
  for (Bytes rest = content;;) {
    seed = seed * 1664525 + 1013904223;
    const std::size_t cut = std::min<std::size_t>(seed >> 26, rest.size());
    const bool more = cut < rest.size();
    const auto outcome = reassembler.accept(frame_of(make_message(type, rest.first(cut), more)));
    require(outcome && outcome->has_value() == !more);
    if (!more) {
      require_whole(**outcome);
      const auto expected = make_message(MessageType::request, content, false);
      require(std::ranges::equal((*outcome)->frame.bytes(), expected));
      return;
    }
    rest = rest.subspan(cut);
    type = MessageType::fragment;
  }
}

void check_sent_fragments(Bytes content, std::uint32_t seed) {
  content = content.first(std::min<std::size_t>(content.size(), 400));
  const auto whole = make_message(MessageType::request, content, false);
  const std::size_t most = kLeastFragment + seed;
  cdr::Encoder cut;
  const bool is_cut = cut_into_fragments(cut, std::array{Bytes{whole}}, most);
  require(is_cut == (whole.size() > most));
  if (!is_cut) return;
  Reassembler reassembler{kLimits};
  for (Bytes rest = cut.bytes();;) {
    const auto header = parse_header(rest, kLimits.max_message_size);
    require(header.has_value());
    const auto frame = rest.first(kHeaderSize + header->body_size);
    require(frame.size() <= most && (!header->more_fragments || frame.size() % 8 == 0));
    const auto outcome = reassembler.accept(frame_of(frame));
    require(outcome && outcome->has_value() == !header->more_fragments);
    rest = rest.subspan(frame.size());
    if (header->more_fragments) continue;
    require(rest.empty() && std::ranges::equal((*outcome)->frame.bytes(), whole));
    return;
  }
}

// Calls `use` with a number of the size that the octet asks for.
template <class Use>
void with_number(std::byte octet, Use use) {
  const auto value = std::to_integer<std::uint8_t>(octet);
  switch (value % 4) {
    case 0:
      return use(value);
    case 1:
      return use(static_cast<std::uint16_t>(value * 257));
    case 2:
      return use(value * 16843009U);
    default:
      return use(value * std::uint64_t{0x0101010101010101});
  }
}

class OldFragments {
 public:
  OldFragments() { begin_message(encoder_, MessageType::request, {1, 1}); }

  void put(std::byte octet) {
    with_number(octet, [this](auto number) { encoder_.put(number); });
  }
  void cut() {
    require(!send(true));
    begin_message(encoder_, MessageType::fragment, {1, 1});
  }
  Message finish() { return *send(false); }

 private:
  std::optional<Message> send(bool more) {
    finish_message(encoder_);
    std::vector<std::byte> bytes(encoder_.bytes().begin(), encoder_.bytes().end());
    if (more) bytes[6] |= std::byte{2};
    auto outcome = reassembler_.accept(frame_of(bytes));
    require(outcome.has_value());
    return std::move(*outcome);
  }

  cdr::Encoder encoder_;
  Reassembler reassembler_;
};

void check_old_fragments(Bytes content, std::uint32_t seed) {
  content = content.first(std::min<std::size_t>(content.size(), 400));
  OldFragments fragments;
  for (const auto octet : content) {
    seed = seed * 1664525 + 1013904223;
    if (seed >> 30 == 0) fragments.cut();
    fragments.put(octet);
  }
  const auto message = fragments.finish();
  auto decoder = body_of(message);
  for (const auto octet : content)
    with_number(octet, [&](auto number) { require(decoder.get<decltype(number)>() == number); });
  require(decoder.expect_end());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const Bytes rest{reinterpret_cast<const std::byte*>(data) + 1, size - 1};
  if (data[0] % 2 == 0) {
    check_stream(rest);
  } else {
    check_cuts(rest, data[0]);
    check_sent_fragments(rest, data[0]);
    check_old_fragments(rest, data[0]);
  }
  return 0;
}
