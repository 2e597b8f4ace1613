#include <orbweaver/client/call_trace.hpp>

#include <orbweaver/wire/trace.hpp>

#include <spdlog/fmt/fmt.h>

namespace orbweaver::client {

void CallTrace::request(std::string_view direction, std::string_view peer, std::string_view call,
                        std::size_t bytes) {
  wire::trace(fmt::format("{} {}: {}, {} bytes", direction, peer, call, bytes));
}

void CallTrace::reply(Bytes reply, std::string_view peer, std::string_view call) const {
  wire::trace(fmt::format("reply from {}: {}: {}, {} bytes, {}", peer, call,
                          wire::outcome_in(reply), reply.size(),
                          wire::readable_time(now() - since_)));
}

void CallTrace::failure(const wire::CallFailure& failure, std::string_view call) const {
  wire::trace(fmt::format("no reply: {}: {}: {}, {}", call, wire::repository_id(failure.exception),
                          failure.detail, wire::readable_time(now() - since_)));
}

}  // namespace orbweaver::client
