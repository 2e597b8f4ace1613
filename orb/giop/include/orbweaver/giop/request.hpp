// SPDX-License-Identifier: Apache-2.0
// Request, CancelRequest and LocateRequest headers. CORBA 3.3 Part 2, 9.4.2, 9.4.4, 9.4.5.
//
//   1.2        request id | response flags | target address | operation | service contexts
//              | up to 7 octets, so that the arguments begin at a multiple of 8
//   1.0, 1.1   service contexts | request id | response expected | object key | operation
//              | principal
#pragma once
#include <orbweaver/giop/ior.hpp>
#include <orbweaver/giop/message.hpp>
#include <orbweaver/giop/service_context.hpp>

#include <concepts>
#include <string_view>

namespace orbweaver::giop {

/// The response_flags of a request; the names are those of Messaging::SyncScope.
enum class ResponseFlags : std::uint8_t {
  none = 0x00,         // SYNC_NONE and SYNC_WITH_TRANSPORT: no reply
  with_server = 0x01,  // reply before the servant is called
  with_target = 0x03,  // reply after the servant returned; every two-way call
};

/// The three forms in which a GIOP 1.2 request names its object. CORBA 3.3 Part 2, 9.4.2.1:
/// TargetAddress.
enum class Addressing : std::int16_t { key = 0, profile = 1, reference = 2 };
struct TargetAddress {
  /// By the object's key, which every ORB understands.
  template <std::convertible_to<Bytes> Octets>
  TargetAddress(const Octets& object_key) noexcept : key(object_key) {}
  /// By the object's reference, which must outlive this object. Unless `how` is key, the reference
  /// must have an IIOP profile.
  TargetAddress(Addressing how, Bytes object_key, const Ior& ior) noexcept
      : key(object_key), addressing(how), reference(&ior) {}

  Bytes key;
  Addressing addressing = Addressing::key;
  const Ior* reference = nullptr;
};

/// Views of the message; valid as long as its bytes.
struct RequestHeader {
  std::uint32_t request_id = 0;
  ResponseFlags response = ResponseFlags::with_target;  // before 1.2: none or with_target
  Version version;
  Bytes object_key;
  std::string_view operation;
  ServiceContextView contexts;
};

struct LocateRequestHeader {
  std::uint32_t request_id = 0;
  Bytes object_key;
};

/// The positions of fields in a request that are filled in last.
struct RequestFields {
  std::size_t id = 12, response = 16;
  std::size_t first_context = 0;  // the data of the first service context, if there is one
};
/// The octet of the response flags in `version`. Before 1.2 it says only whether a response is
/// expected, so with_server and with_target are the same.
[[nodiscard]] constexpr std::uint8_t response_octet(ResponseFlags response,
                                                    Version version) noexcept {
  if (version.minor < 2) return response == ResponseFlags::none ? 0 : 1;
  return static_cast<std::uint8_t>(response);
}

/// Writes a request up to the arguments. Call begin_body() before the first argument. Before 1.2
/// the target is always named by its key.
/// In each version the arguments begin at a multiple of 8, so their bytes can follow another header
/// without a change. The bytes of a header can be kept and used again, with other values in
/// RequestFields. Before 1.2 the length of the principal, which ORBs no longer read, makes this so.
RequestFields begin_request(cdr::Encoder& encoder, std::uint32_t request_id, ResponseFlags response,
                            TargetAddress target, std::string_view operation,
                            std::span<const ServiceContext> contexts = {}, Version version = {});

/// Aligns to 8: there the arguments of a request begin, and in 1.2 the results of a reply. Do not
/// call it if there are none.
inline void begin_body(cdr::Encoder& encoder, Version version = {}) {
  if (version.minor >= 2) encoder.align(8);
}

/// Writes whole messages.
void put_locate_request(cdr::Encoder& encoder, std::uint32_t request_id, Bytes object_key,
                        Version version = {});
void put_cancel_request(cdr::Encoder& encoder, std::uint32_t request_id, Version version = {});
void put_close_connection(cdr::Encoder& encoder, Version version = {});
void put_message_error(cdr::Encoder& encoder, Version version = {});

/// Reads a request header. `decoder` is at the end of the message header, which has `version`; its
/// origin is 12. All three target addresses are understood. On success the decoder is at the first
/// argument, or at the end if there are none. On failure the decoder has failed, and the result has
/// the fields that were read before. A response flag or an address that does not exist, and an
/// address without an IIOP profile, fail with bad_enumerator.
[[nodiscard]] RequestHeader decode_request(cdr::Decoder& decoder, Version version = {}) noexcept;
[[nodiscard]] LocateRequestHeader decode_locate_request(cdr::Decoder& decoder,
                                                        Version version = {}) noexcept;
[[nodiscard]] std::uint32_t decode_cancel_request(cdr::Decoder& decoder) noexcept;

}  // namespace orbweaver::giop
