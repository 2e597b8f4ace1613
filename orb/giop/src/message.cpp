#include <orbweaver/cdr/decoder.hpp>
#include <orbweaver/giop/message.hpp>

namespace orbweaver::giop {
namespace {

constexpr std::string_view kMagic = "GIOP";
constexpr Version kVersion{1, 2};
constexpr std::uint8_t kLittleEndianFlag = 0x01;
constexpr std::uint8_t kMoreFragmentsFlag = 0x02;
constexpr std::size_t kSizePosition = 8;

}  // namespace

std::string_view describe(FramingError error) noexcept {
  switch (error) {
    case FramingError::bad_magic:
      return "a message does not begin with the letters GIOP";
    case FramingError::unsupported_version:
      return "a message has a GIOP version other than 1.2";
    case FramingError::bad_flags:
      return "a message header has flags that GIOP 1.2 does not know";
    case FramingError::unknown_type:
      return "a message has a type that GIOP 1.2 does not know";
    case FramingError::too_large:
      return "a message is larger than the limit";
  }
  return "unknown framing error";
}

Result<MessageHeader, FramingError> parse_header(Bytes bytes,
                                                 std::size_t max_message_size) noexcept {
  cdr::Decoder decoder{bytes.first(kHeaderSize)};
  if (as_text(decoder.get_bytes(kMagic.size())) != kMagic)
    return unexpected{FramingError::bad_magic};
  MessageHeader header;
  header.version.major = decoder.get_octet();
  header.version.minor = decoder.get_octet();
  if (header.version != kVersion) return unexpected{FramingError::unsupported_version};
  const std::uint8_t flags = decoder.get_octet();
  if (flags > (kLittleEndianFlag | kMoreFragmentsFlag)) return unexpected{FramingError::bad_flags};
  header.byte_order = cdr::order_of(flags & kLittleEndianFlag);
  header.more_fragments = (flags & kMoreFragmentsFlag) != 0;
  const std::uint8_t type = decoder.get_octet();
  if (type > static_cast<std::uint8_t>(MessageType::fragment))
    return unexpected{FramingError::unknown_type};
  header.type = static_cast<MessageType>(type);
  header.body_size =
      cdr::Decoder{bytes.subspan(kSizePosition, 4), header.byte_order}.get<std::uint32_t>();
  if (kHeaderSize + header.body_size > max_message_size) return unexpected{FramingError::too_large};
  return header;
}

void begin_message(cdr::Encoder& encoder, MessageType type) {
  encoder.clear();
  encoder.put_bytes(as_bytes(kMagic));
  encoder.put_octet(kVersion.major);
  encoder.put_octet(kVersion.minor);
  encoder.put_octet(cdr::order_octet(encoder.byte_order()));
  encoder.put_octet(static_cast<std::uint8_t>(type));
  encoder.put(std::uint32_t{0});
}

void finish_message(cdr::Encoder& encoder) noexcept {
  encoder.patch(kSizePosition, static_cast<std::uint32_t>(encoder.size() - kHeaderSize));
}

}  // namespace orbweaver::giop
