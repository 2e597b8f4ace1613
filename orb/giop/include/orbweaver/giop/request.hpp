// Request, CancelRequest and LocateRequest headers of GIOP 1.2. CORBA 3.3 Part
// 2, 9.4.2, 9.4.4, 9.4.5.
#pragma once
#include <orbweaver/giop/message.hpp>
#include <orbweaver/giop/service_context.hpp>

#include <string_view>

namespace orbweaver::giop {

/// The response_flags of a request; the names are those of Messaging::SyncScope.
enum class ResponseFlags : std::uint8_t {
  none = 0x00,         // SYNC_NONE and SYNC_WITH_TRANSPORT: no reply
  with_server = 0x01,  // reply before the servant is called
  with_target = 0x03,  // reply after the servant returned; every two-way call
};

/// Views into the message; valid as long as its bytes.
struct RequestHeader {
  std::uint32_t request_id = 0;
  ResponseFlags response = ResponseFlags::with_target;
  Bytes object_key;
  std::string_view operation;
  ServiceContextView contexts;
};

struct LocateRequestHeader {
  std::uint32_t request_id = 0;
  Bytes object_key;
};

/// Writes a whole request up to the arguments (KeyAddr addressing). Call begin_body() before the
/// first argument.
void begin_request(cdr::Encoder& encoder, std::uint32_t request_id, ResponseFlags response,
                   Bytes object_key, std::string_view operation,
                   std::span<const ServiceContext> contexts = {});
/// The same in two steps: the head, which is alike for all requests to an object but for two
/// fields, may be kept and put in again as bytes.
void begin_request_head(cdr::Encoder& encoder, Bytes object_key);
void end_request_head(cdr::Encoder& encoder, std::string_view operation,
                      std::span<const ServiceContext> contexts = {});
/// Where the head has those two fields.
inline constexpr std::size_t kRequestIdAt = 12, kResponseFlagsAt = 16;

/// Aligns to 8, where the arguments of a request and the results of a reply begin. Not called if
/// there are none.
inline void begin_body(cdr::Encoder& encoder) { encoder.align(8); }

/// Writes whole messages.
void put_locate_request(cdr::Encoder& encoder, std::uint32_t request_id, Bytes object_key);
void put_cancel_request(cdr::Encoder& encoder, std::uint32_t request_id);
void put_close_connection(cdr::Encoder& encoder);
void put_message_error(cdr::Encoder& encoder);

/// `decoder` stands behind the 12 bytes of the message header (origin 12). All three target
/// addresses are understood; a response flag or address that does not exist, or an address without
/// an IIOP profile, is bad_enumerator. On success it stands where the arguments begin, or at the
/// end if there are none. Fails: leaves the decoder failed and returns what was read so far.
[[nodiscard]] RequestHeader decode_request(cdr::Decoder& decoder) noexcept;
[[nodiscard]] LocateRequestHeader decode_locate_request(cdr::Decoder& decoder) noexcept;
[[nodiscard]] std::uint32_t decode_cancel_request(cdr::Decoder& decoder) noexcept;

}  // namespace orbweaver::giop
