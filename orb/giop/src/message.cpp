// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/cdr/decoder.hpp>
#include <orbweaver/giop/message.hpp>

#include <array>
#include <bit>
#include <cstring>

namespace orbweaver::giop {
namespace {

constexpr std::string_view kMagic = "GIOP";
constexpr std::uint8_t kLittleEndianFlag = 0x01;
constexpr std::uint8_t kMoreFragmentsFlag = 0x02;
constexpr std::size_t kSizePosition = 8;

// Indexed by the minor version.
constexpr std::array<std::uint8_t, kHighestMinor + 1> kMostFlags{
    kLittleEndianFlag, kLittleEndianFlag | kMoreFragmentsFlag,
    kLittleEndianFlag | kMoreFragmentsFlag};
constexpr std::array kLastType{MessageType::message_error, MessageType::fragment,
                               MessageType::fragment};

bool is_spoken(Version version) noexcept {
  return version.major == 1 && version.minor <= kHighestMinor;
}

}  // namespace

std::string_view describe(FramingError error) noexcept {
  switch (error) {
    case FramingError::bad_magic:
      return "a message does not begin with the letters GIOP";
    case FramingError::unsupported_version:
      return "a message has a GIOP version other than 1.0, 1.1 and 1.2";
    case FramingError::bad_flags:
      return "a message header has flags that its GIOP version does not know";
    case FramingError::unknown_type:
      return "a message has a type that its GIOP version does not know";
    case FramingError::too_large:
      return "a message is larger than the limit";
  }
  return "unknown framing error";
}

// Read with plain loads, as it is asked of every frame: first for its size, then for its meaning.
Result<MessageHeader, FramingError> parse_header(Bytes bytes,
                                                 std::size_t max_message_size) noexcept {
  const auto octet = [&](std::size_t at) { return std::to_integer<std::uint8_t>(bytes[at]); };
  if (std::memcmp(bytes.data(), kMagic.data(), kMagic.size()) != 0)
    return unexpected{FramingError::bad_magic};
  MessageHeader header;
  header.version = {octet(4), octet(5)};
  if (!is_spoken(header.version)) return unexpected{FramingError::unsupported_version};
  const auto flags = octet(6);
  if (flags > kMostFlags[header.version.minor]) return unexpected{FramingError::bad_flags};
  header.byte_order = cdr::order_of(flags & kLittleEndianFlag);
  header.more_fragments = (flags & kMoreFragmentsFlag) != 0;
  const auto type = octet(7);  // read once: in shared memory it may change
  if (type > static_cast<std::uint8_t>(kLastType[header.version.minor]))
    return unexpected{FramingError::unknown_type};
  header.type = static_cast<MessageType>(type);
  std::uint32_t size;
  std::memcpy(&size, bytes.data() + kSizePosition, sizeof size);
  header.body_size = header.byte_order == cdr::kNativeOrder ? size : std::byteswap(size);
  // In 64 bits: with a size_t of 32 the sum of a foreign size wraps around.
  if (std::uint64_t{kHeaderSize} + header.body_size > max_message_size)
    return unexpected{FramingError::too_large};
  return header;
}

Version version_to_answer(Bytes header) noexcept {
  if (header.size() < kHeaderSize) return {};
  const Version version{std::to_integer<std::uint8_t>(header[4]),
                        std::to_integer<std::uint8_t>(header[5])};
  return is_spoken(version) ? version : Version{};
}

void begin_message(cdr::Encoder& encoder, MessageType type, Version version) {
  encoder.clear();
  std::array<std::byte, kHeaderSize> header{};
  std::memcpy(header.data(), kMagic.data(), kMagic.size());
  header[4] = std::byte{version.major};
  header[5] = std::byte{version.minor};
  header[6] = std::byte{cdr::order_octet(encoder.byte_order())};
  header[7] = static_cast<std::byte>(type);
  encoder.put_bytes(header);
}

void finish_message(cdr::Encoder& encoder) noexcept {
  encoder.patch(kSizePosition, static_cast<std::uint32_t>(encoder.size() - kHeaderSize));
}

}  // namespace orbweaver::giop
