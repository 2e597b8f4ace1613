// SPDX-License-Identifier: Apache-2.0
// Sends to one client: replies, refusals, and the orderly close.
#pragma once
#include "connection_slots.hpp"
#include "late_replies.hpp"
#include "reply_queue.hpp"

#include <orbweaver/base/log.hpp>
#include <orbweaver/giop/request.hpp>
#include <orbweaver/server/server_context.hpp>
#include <orbweaver/wire/failure.hpp>

#include <cstdint>
#include <optional>
#include <string_view>

namespace orbweaver::server {

class ServerConnection;

/// The facts that an answer to a request needs after the request's bytes have gone.
struct RequestId {
  std::uint32_t id;
  giop::ResponseFlags response;
  giop::Version version;
  RequestId(const giop::RequestHeader& header) noexcept
      : id(header.request_id), response(header.response), version(header.version) {}
};

/// Threads: any.
class ReplySender {
 public:
  /// All arguments must outlive the sender; `owner` is the connection to which it belongs.
  ReplySender(ServerConnection& owner, transport::Connection& connection,
              const ServerContext& context, LateReplies& late)
      : owner_(owner),
        connection_(connection),
        context_(context),
        late_(late),
        queue_(connection, context.counters) {}

  /// Sends a whole message, now or later. If the client has gone, or does not read, its connection
  /// ends, and the message is counted. Blocks: as ReplyQueue::send().
  void send(Bytes message);
  /// Sends the acknowledgement that a client waits for with SYNC_WITH_SERVER. If memory is out, the
  /// connection ends instead: a caller that was paused meanwhile stays paused.
  void acknowledge(const RequestId& request) noexcept;
  /// Sends an exception, if the client waits for an answer. `reason`: for the client, if not empty.
  void refuse(const RequestId& request, wire::SystemExceptionKind exception, wire::Minor minor,
              std::string_view reason = {});
  /// Sends MessageError, and finishes.
  void refuse_stream(std::string_view why, giop::Version version);
  /// The client fell silent inside a message while others waited for its memory: sends MessageError
  /// if that can be done at once, and ends the connection. Does not block.
  void refuse_silent() noexcept;
  /// Another connection got this one's slot: sends CloseConnection if that can be done at once
  /// and was not done yet, and ends the connection. Does not block.
  void give_way(SlotHolder::Lack lack) noexcept;
  void say_close_connection(giop::Version version);
  /// Sends CloseConnection, if that can be done at once. False: it was not sent; or it may have
  /// left and the connection has ended, since no request that the client sent later may run. Does
  /// not block.
  [[nodiscard]] bool try_close_connection(giop::Version version);
  /// Sends no more messages. Does not block.
  void finish() { queue_.finish(); }

  /// Sends late replies; LateReplies calls it. Returns whether any have gone.
  bool send_late() noexcept;
  [[nodiscard]] std::size_t late_bytes() const noexcept { return queue_.late_bytes(); }
  /// Ends the connection, as there is no memory for its requests or replies.
  void run_out_of_memory() noexcept;
  /// Drops late replies and ends the connection. `why`: for the log.
  void drop_late(std::string_view why) noexcept;

  /// Whether the reader is to pause: the server does not read from a client that does not read its
  /// replies.
  [[nodiscard]] bool pauses_reader();
  /// From now on the reader does not pause.
  void stop_pausing();

 private:
  void take_on(ReplyQueue::Sent sent) noexcept;
  void give_up(const transport::ConnectionFailure& failure) noexcept;
  void note_refused_stream(std::string_view why);
  template <class... Arguments>
  void warn(fmt::format_string<std::string, const Arguments&...> format,
            const Arguments&... arguments) const noexcept;

  ServerConnection& owner_;
  transport::Connection& connection_;
  const ServerContext& context_;
  LateReplies& late_;
  ReplyQueue queue_;
  os::Atomic<bool> has_said_close_{false};  // because the connection was idle
};

}  // namespace orbweaver::server
