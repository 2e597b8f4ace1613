// SPDX-License-Identifier: Apache-2.0
// Reply and LocateReply headers. CORBA 3.3 Part 2, 9.4.3, 9.4.6. Before 1.2 the service contexts of
// a Reply come first, and its results follow the status without padding.
#pragma once
#include <orbweaver/giop/ior.hpp>
#include <orbweaver/giop/message.hpp>
#include <orbweaver/giop/service_context.hpp>

#include <string>

namespace orbweaver::giop {

enum class ReplyStatus : std::uint32_t {
  no_exception = 0,
  user_exception = 1,
  system_exception = 2,
  location_forward = 3,
  location_forward_perm = 4,
  needs_addressing_mode = 5,
};

struct ReplyHeader {
  std::uint32_t request_id = 0;
  ReplyStatus status = ReplyStatus::no_exception;
  ServiceContextView contexts;
};

enum class LocateStatus : std::uint32_t {
  unknown_object = 0,
  object_here = 1,
  object_forward = 2,
  object_forward_perm = 3,
  system_exception = 4,
  needs_addressing_mode = 5,
};

struct LocateReplyHeader {
  std::uint32_t request_id = 0;
  LocateStatus status = LocateStatus::unknown_object;
};

/// Whether the reference in a forward replaces the old one for good.
enum class Permanence : std::uint8_t { for_now, permanently };

enum class Completion : std::uint32_t { yes = 0, no = 1, maybe = 2 };

/// The body of a SYSTEM_EXCEPTION reply. CORBA 3.3 Part 2, 9.4.3.2.
struct SystemExceptionBody {
  std::string exception_id;
  std::uint32_t minor = 0;
  Completion completed = Completion::no;
};

/// Writes a reply up to its results. Call begin_body() (request.hpp) before the first result, with
/// the same version: that of the request.
void begin_reply(cdr::Encoder& encoder, std::uint32_t request_id, ReplyStatus status,
                 std::span<const ServiceContext> contexts = {}, Version version = {});
/// Writes a whole message.
void put_system_exception_reply(cdr::Encoder& encoder, std::uint32_t request_id,
                                const SystemExceptionBody& body, Version version = {},
                                std::span<const ServiceContext> contexts = {});
/// Only 1.2 has `permanently`.
void put_forward_reply(cdr::Encoder& encoder, std::uint32_t request_id, const Ior& to,
                       Permanence permanence, Version version = {});
void put_locate_forward(cdr::Encoder& encoder, std::uint32_t request_id, const Ior& to,
                        Permanence permanence, Version version = {});
void put_locate_reply(cdr::Encoder& encoder, std::uint32_t request_id, LocateStatus status,
                      Version version = {});

/// Like decode_request(). On success the decoder is at the results. An unknown status fails with
/// bad_enumerator. The body of a LocateReply follows its header without padding, unlike others.
[[nodiscard]] ReplyHeader decode_reply(cdr::Decoder& decoder, Version version = {}) noexcept;
[[nodiscard]] LocateReplyHeader decode_locate_reply(cdr::Decoder& decoder) noexcept;
[[nodiscard]] SystemExceptionBody decode_system_exception(cdr::Decoder& decoder);

}  // namespace orbweaver::giop
