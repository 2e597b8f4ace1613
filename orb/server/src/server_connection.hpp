// SPDX-License-Identifier: Apache-2.0
// A connection from the server's side: reads messages, hands requests to the dispatcher of their
// object, and sends replies, whichever thread they come from.
//
// The connection is a Feeder: a full lane pauses it, and so do replies that the client has not
// read. Until it is resumed it reads nothing, so the transport holds the client. A ConnectionReader
// decides which thread calls read_*.
#pragma once
#include "caller_rights.hpp"
#include "connection_slots.hpp"
#include "connection_state.hpp"
#include "idle_close.hpp"
#include "next.hpp"
#include "reader_handoffs.hpp"
#include "reply_sender.hpp"
#include "request_dispatch.hpp"
#include "request_router.hpp"
#include "unfinished_messages.hpp"

#include <orbweaver/dispatch/job.hpp>
#include <orbweaver/giop/reassembler.hpp>

#include <functional>
#include <memory>

namespace orbweaver::server {

class Authorization;
class LateReplies;
struct ServerContext;
class ReaderWatch;

/// The objects that the connections of a server share.
struct SharedByConnections {
  LateReplies& late;
  std::shared_ptr<UnfinishedMessages> unfinished;
  std::shared_ptr<ConnectionSlots> slots;
  Authorization* authorization = nullptr;  // none: there are no rules
};

class ServerConnection final : public dispatch::Feeder,
                               public MessageHolder,
                               public SlotHolder,
                               public std::enable_shared_from_this<ServerConnection> {
 public:
  /// `context` and the late replies must outlive the connection. `on_resume` is called by a
  /// dispatcher's thread, by the thread of the late replies, or by a thread that reads another
  /// connection, once for each Next::pause.
  ServerConnection(std::unique_ptr<transport::Connection> connection, const ServerContext& context,
                   const SharedByConnections& shared);

  /// Call it once, before the first read. With every answer but `taken` the caller refuses the
  /// connection.
  [[nodiscard]] ConnectionSlots::Answer take_slot(ConnectionSlots& slots,
                                                  const PeerIdentity& peer) {
    return slots.take(slot_, peer);
  }

  /// Brief requests run on the reading thread if `watch` watches it. Call it before the first
  /// read.
  void set_watch(ReaderWatch& watch) noexcept { dispatch_.set_watch(watch); }
  [[nodiscard]] ReaderHandoffs& handoffs() noexcept { return handoffs_; }

  void set_on_resume(std::function<void()> on_resume) { on_resume_ = std::move(on_resume); }
  /// Blocks for one message and deals with it. If memory is out, the connection ends.
  [[nodiscard]] Next read_one() noexcept;
  /// Does not block. Receives one message, and deals with it and with the messages that came in the
  /// same reads, kMessagesPerTurn at most. `read`: no message is at hand; call has_input() before
  /// you arm the descriptor, as more may have come. `read_more`: other connections should be read
  /// first.
  [[nodiscard]] Next read_available() noexcept;
  /// Whether read_available() would find a message, or the end.
  [[nodiscard]] bool has_input() { return dispatch_.has_kept() || connection_->has_input(); }

  [[nodiscard]] ReplySender& replies() noexcept { return replies_; }
  /// Reads no more requests; read_one() returns stop.
  void stop_reading();
  // The thread that may read calls these three, and never blocks in them.

  /// Whether no byte has come since the last call.
  [[nodiscard]] bool has_been_quiet() { return idle_.has_been_quiet(connection_->partial_size()); }
  /// How long the connection may be quiet before close_idle() is called. 0: no limit.
  [[nodiscard]] Nanoseconds idle_timeout() const noexcept { return idle_.timeout(); }
  /// Call it when the connection was quiet for so long. If no reply is due to the client, sends
  /// CloseConnection, and reads on to the client's end. The second call does not wait for that end.
  /// `owners`: how many holders of the connection owe it no reply. True: the connection is over;
  /// let go of it.
  [[nodiscard]] bool close_idle(long owners);
  /// Call it after the last reply: sends CloseConnection, so that the client knows that requests
  /// which it still sends will not run.
  void say_close_connection();
  /// Whether the client no longer waits for the reply to that request.
  [[nodiscard]] bool is_cancelled(std::uint32_t request_id) const noexcept {
    return cancelled_.contains(request_id);
  }

  /// Whether the system says that the client is a process of this user, or root's; false for every
  /// client that came by TCP. Once the connection has ended: false.
  [[nodiscard]] bool is_of_same_user() const noexcept;
  [[nodiscard]] std::string peer() const { return connection_->peer(); }
  /// Throws std::bad_alloc.
  [[nodiscard]] std::shared_ptr<const security::Identity> identity() const {
    return connection_->identity();
  }

  [[nodiscard]] std::shared_ptr<MessageHolder> keep() noexcept override {
    return weak_from_this().lock();
  }
  void read_on() noexcept override { resume(); }
  void end_if_silent() noexcept override;
  [[nodiscard]] std::shared_ptr<SlotHolder> keep_slot() noexcept override {
    return weak_from_this().lock();
  }
  void end_silent(Lack lack) noexcept override;

  void resume() noexcept override;  // NOLINT(bugprone-exception-escape): see there
  [[nodiscard]] int descriptor() const noexcept { return connection_->descriptor(); }

 private:
  template <class Read>
  [[nodiscard]] Next watch_pauses(Read read) noexcept;
  [[nodiscard]] Next read_next() noexcept;
  [[nodiscard]] Next read_what_came() noexcept;
  [[nodiscard]] Next take(Frame frame);
  [[nodiscard]] Next await_memory();
  [[nodiscard]] Next refuse_unfinished();
  [[nodiscard]] bool may_speak() noexcept;
  [[nodiscard]] Next look_whether_idle();
  [[nodiscard]] bool owes_nothing(long owners) const;
  [[nodiscard]] bool cut();
  [[nodiscard]] Next refuse_stream(std::string_view why, giop::Version version);
  [[nodiscard]] Next end(const transport::ConnectionFailure& failure);
  [[nodiscard]] Next end_without_memory() noexcept;

  std::unique_ptr<transport::Connection> connection_;
  UnfinishedMessages::Share unfinished_;
  ConnectionSlots::Slot slot_;
  const ServerContext& context_;
  ReplySender replies_;
  giop::Reassembler reassembler_;
  CancelledRequests cancelled_;
  AgreedCodeSets code_sets_;
  IdleClose idle_;
  std::function<void()> on_resume_;
  ReaderHandoffs handoffs_;
  CallerRights rights_;
  RequestDispatch dispatch_;
  RequestRouter router_;
};

}  // namespace orbweaver::server
