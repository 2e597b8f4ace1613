// SPDX-License-Identifier: Apache-2.0
// The GIOP message header and framing. CORBA 3.3 Part 2, 9.4.1: GIOP Message Header.
//
// Plain functions on bytes: no I/O, no thread. The bytes are hostile.
#pragma once
#include <orbweaver/base/bytes.hpp>
#include <orbweaver/base/result.hpp>
#include <orbweaver/cdr/encoder.hpp>

#include <cstdint>
#include <string_view>

namespace orbweaver::giop {

inline constexpr std::size_t kHeaderSize = 12;
/// The largest message that is accepted from a peer, unless an option says otherwise.
inline constexpr std::size_t kDefaultMaxMessageSize = 64U << 20;

/// 1.0, 1.1 and 1.2 are supported.
struct Version {
  std::uint8_t major = 1;
  std::uint8_t minor = 2;
  friend bool operator==(Version, Version) = default;
};
inline constexpr std::uint8_t kHighestMinor = 2;

enum class MessageType : std::uint8_t {
  request = 0,
  reply = 1,
  cancel_request = 2,
  locate_request = 3,
  locate_reply = 4,
  close_connection = 5,
  message_error = 6,
  fragment = 7,
};

struct MessageHeader {
  Version version;
  cdr::ByteOrder byte_order = cdr::kNativeOrder;
  bool more_fragments = false;
  MessageType type = MessageType::request;
  std::uint32_t body_size = 0;  // without the 12 bytes of the header
};

enum class FramingError { bad_magic, unsupported_version, bad_flags, unknown_type, too_large };
[[nodiscard]] std::string_view describe(FramingError error) noexcept;

/// Reads the first kHeaderSize bytes of `bytes`, which must be there.
/// Fails: with the first error in the order of the bytes; `too_large` if header and body together
/// exceed `max_message_size`. GIOP 1.0 has a boolean where 1.1 has flags, and has no fragments.
[[nodiscard]] Result<MessageHeader, FramingError> parse_header(
    Bytes bytes, std::size_t max_message_size) noexcept;

/// The version in which to answer a message whose header is refused: its own if it is supported,
/// otherwise the highest that is.
[[nodiscard]] Version version_to_answer(Bytes header) noexcept;

/// Clears `encoder` and writes a header with the encoder's byte order and size 0.
void begin_message(cdr::Encoder& encoder, MessageType type, Version version = {});
/// Puts the size into the header. The message is encoder.bytes().
void finish_message(cdr::Encoder& encoder) noexcept;

}  // namespace orbweaver::giop
