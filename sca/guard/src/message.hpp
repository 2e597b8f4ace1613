// SPDX-License-Identifier: Apache-2.0
// Messages between the guard and its process, one at a time. Both programs are of the same build on
// the same machine, so numbers have the machine's byte order. A message that is incomplete or wrong
// closes the socket.
#pragma once
#include <orbweaver/base/bytes.hpp>
#include <orbweaver/os/process.hpp>
#include <orbweaver/os/program.hpp>

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

namespace orbweaver::guard {

/// A descriptor in `program` that is not -1 is an index of those that come with the message.
struct StartRequest {
  std::uint64_t number = 0;
  os::Program program;
};
struct SignalRequest {
  int process = 0, signal = 0;
};
/// Asks for an answer when all processes that ended programs left are killed.
struct SettleRequest {
  std::uint64_t number = 0;
};
/// Kills the program of an earlier StartRequest, which the guard has carried out by then.
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
