// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/wire/traced_connection.hpp>

#include <orbweaver/base/pieces.hpp>
#include <orbweaver/giop/request_id.hpp>

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cstring>

namespace orbweaver::wire {

namespace {

std::string_view name_of(giop::MessageType type) noexcept {
  using giop::MessageType;
  switch (type) {
    case MessageType::request:
      return "Request";
    case MessageType::reply:
      return "Reply";
    case MessageType::cancel_request:
      return "CancelRequest";
    case MessageType::locate_request:
      return "LocateRequest";
    case MessageType::locate_reply:
      return "LocateReply";
    case MessageType::close_connection:
      return "CloseConnection";
    case MessageType::message_error:
      return "MessageError";
    case MessageType::fragment:
      return "Fragment";
  }
  return "message";
}

std::string describe(Bytes header) {
  const auto read = giop::parse_header(header, SIZE_MAX);
  if (!read) return "what is not GIOP";
  return fmt::format("{} (GIOP {}.{}, {} bytes{})", name_of(read->type), read->version.major,
                     read->version.minor, read->body_size + giop::kHeaderSize,
                     read->more_fragments ? ", more fragments follow" : "");
}

}  // namespace

TracedConnection::TracedConnection(std::unique_ptr<transport::Connection> inner, Trace trace,
                                   From from)
    : inner_(std::move(inner)), trace_(trace), peer_(inner_->peer()) {
  if (!trace_.connections) return;
  wire::trace((from == From::here ? "connection opened to " : "connection accepted from ") + peer_);
}

TracedConnection::~TracedConnection() { note_end_here(); }

void TracedConnection::note_end_here() {
  if (trace_.connections && !has_ended_.exchange(true))
    wire::trace("connection closed here: " + peer_);
}

template <class Found>
void TracedConnection::Outgoing::pass(std::span<const Bytes> pieces, std::size_t taken,
                                      Found found) {
  for (auto piece : pieces) {
    piece = piece.first(std::min(piece.size(), taken));
    taken -= piece.size();
    while (!piece.empty()) {
      const bool is_in_header = left_ == 0;
      const auto step = std::min(piece.size(), is_in_header ? header_.size() - have_ : left_);
      if (is_in_header) {
        std::memcpy(header_.data() + have_, piece.data(), step);
        have_ += step;
      } else {
        left_ -= step;
      }
      piece = piece.subspan(step);
      if (have_ < header_.size()) continue;
      have_ = 0;
      found(Bytes{header_});
      const auto header = giop::parse_header(header_, SIZE_MAX);
      left_ = header ? header->body_size : 0;
    }
  }
}

void TracedConnection::note_out(std::span<const Bytes> pieces, std::size_t taken) {
  if (!trace_.messages) return;
  outgoing_.pass(pieces, taken,
                 [&](Bytes header) { wire::trace("to " + peer_ + ": " + describe(header)); });
}

void TracedConnection::note_in(const Frame& frame) const {
  if (!trace_.messages) return;
  wire::trace("from " + peer_ + ": " +
              describe(frame.bytes().first(std::min(frame.size(), giop::kHeaderSize))));
}

void TracedConnection::note_end(const transport::ConnectionFailure& failure) {
  if (!trace_.connections || failure.fault == transport::ConnectionFault::timed_out) return;
  if (!has_ended_.exchange(true))
    wire::trace("connection ended: " + peer_ + ": " + transport::describe(failure));
}

Result<void, transport::ConnectionFailure> TracedConnection::send(std::span<const Bytes> pieces,
                                                                  Deadline deadline) {
  auto sent = inner_->send(pieces, deadline);
  note_out(pieces, sent ? total_size(pieces) : sent.error().taken);
  if (!sent) note_end(sent.error());
  return sent;
}

Result<Frame, transport::ConnectionFailure> TracedConnection::receive(Deadline deadline) {
  auto frame = inner_->receive(deadline);
  if (frame)
    note_in(*frame);
  else
    note_end(frame.error());
  return frame;
}

Result<std::optional<Frame>, transport::ConnectionFailure> TracedConnection::try_receive() {
  auto frame = inner_->try_receive();
  if (!frame)
    note_end(frame.error());
  else if (*frame)
    note_in(**frame);
  return frame;
}

std::optional<Frame> TracedConnection::take_at_hand() {
  auto frame = inner_->take_at_hand();
  if (frame) note_in(*frame);
  return frame;
}

std::unique_ptr<transport::Connection> traced(std::unique_ptr<transport::Connection> connection,
                                              Trace trace, TracedConnection::From from) {
  if (!trace.messages && !trace.connections) return connection;
  return std::make_unique<TracedConnection>(std::move(connection), trace, from);
}

}  // namespace orbweaver::wire
