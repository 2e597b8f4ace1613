// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/wire/trace.hpp>

#include <orbweaver/base/log.hpp>
#include <orbweaver/base/log_limit.hpp>
#include <orbweaver/giop/reply.hpp>

#include <spdlog/fmt/fmt.h>

namespace orbweaver::wire {

namespace {

std::string exception_in(cdr::Decoder& body) { return printable(body.get_string_view()); }

}  // namespace

std::string outcome_in(Bytes reply) {
  const auto header = giop::parse_header(reply, reply.size());
  if (!header || header->type != giop::MessageType::reply) return "no reply";
  cdr::Decoder decoder(reply.subspan(giop::kHeaderSize), header->byte_order, giop::kHeaderSize);
  const auto status = giop::decode_reply(decoder, header->version).status;
  if (!decoder.ok()) return "a reply that does not fit";
  switch (status) {
    case giop::ReplyStatus::no_exception:
      return "no exception";
    case giop::ReplyStatus::user_exception:
    case giop::ReplyStatus::system_exception:
      return exception_in(decoder);
    case giop::ReplyStatus::location_forward:
    case giop::ReplyStatus::location_forward_perm:
      return "forward";
    case giop::ReplyStatus::needs_addressing_mode:
      break;
  }
  return "needs another addressing mode";
}

std::string readable_time(Nanoseconds time) {
  return fmt::format("{:.3f} ms", std::chrono::duration<double, std::milli>(time).count());
}

void trace(std::string_view line) { tell(fmt::format("trace: {}", line)); }

}  // namespace orbweaver::wire
