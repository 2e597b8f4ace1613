// SPDX-License-Identifier: Apache-2.0
// Messages between the guard and the process that it serves, one at a time. Both are programs
// of one build on one machine, so numbers are as they lie in memory. A message that is cut off or
// makes no sense ends the conversation.
#pragma once
#include <orbweaver/base/bytes.hpp>
#include <orbweaver/os/process.hpp>
#include <orbweaver/os/program.hpp>

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

namespace orbweaver::guard {

/// In `program`, a descriptor that is not -1 is a place among those that travel with the message.
struct StartRequest {
  std::uint64_t number = 0;
  os::Program program;
};
struct SignalRequest {
  int process = 0, signal = 0;
};
/// Asks to be answered when nothing is left of programs that have ended.
struct SettleRequest {
  std::uint64_t number = 0;
};
/// Kills the program of an earlier StartRequest, which has been obeyed by then.
struct CancelRequest {
  std::uint64_t number = 0;
};
using Request = std::variant<StartRequest, SignalRequest, SettleRequest, CancelRequest>;

struct StartReply {
  std::uint64_t number = 0;
  int process = 0;
};
struct RefusalReply {
  std::uint64_t number = 0;
  os::StartError error;
};
struct EndReply {
  int process = 0;
  os::ProcessEnd end;
};
struct SettleReply {
  std::uint64_t number = 0;
};
using Reply = std::variant<StartReply, RefusalReply, EndReply, SettleReply>;

using Encoded = std::vector<std::byte>;
[[nodiscard]] Encoded encode(const Request& request);
[[nodiscard]] Encoded encode(const Reply& reply);
[[nodiscard]] std::optional<Request> decode_request(Bytes bytes);
[[nodiscard]] std::optional<Reply> decode_reply(Bytes bytes);

}  // namespace orbweaver::guard
