#include <orbweaver/engine/client_request.hpp>

#include "client/client_connections.hpp"
#include "client/order_stream.hpp"

#include <orbweaver/engine/orb_core.hpp>
#include <orbweaver/giop/order_stamp.hpp>
#include <orbweaver/giop/request.hpp>

namespace orbweaver::engine {

namespace {

constexpr int kMaxForwards = 8;
// Arguments that large leave from where the caller has them. For smaller ones a copy is cheaper
// than another piece to gather.
constexpr std::size_t kLeastBorrowed = 4096;
// The request did not run: sending it once more cannot make it run twice.
bool may_repeat(const CallFailure& failure) noexcept {
  const bool connection_was_dead =
      failure.minor == Minor::connection_closed || failure.minor == Minor::connection_broken;
  return failure.completed == giop::Completion::no && connection_was_dead;
}

CallFailure too_large(std::size_t size, std::size_t limit) {
  return {Exception::imp_limit, Minor::message_too_large, giop::Completion::no,
          "the request has " + std::to_string(size) + " bytes, more than -ORBmaxMessageSize " +
              std::to_string(limit)};
}

CallFailure too_large_for_a_datagram(std::size_t size) {
  return {Exception::imp_limit, Minor::message_too_large, giop::Completion::no,
          "the request has " + std::to_string(size) + " bytes, and a datagram holds " +
              std::to_string(transport::kMaxDatagramSize) +
              ": use -ORBtransport auto or tcp, or SYNC_WITH_SERVER, which does not go over udp"};
}

CallFailure no_turn() {
  return {Exception::timeout, Minor::queue_full, giop::Completion::no,
          "other threads sent through the same reference (OrderedDelivery) for the whole call "
          "timeout"};
}

CallFailure bad_reply(const std::string& peer) {
  return {Exception::marshal, Minor::bad_reply, giop::Completion::maybe,
          peer + ": sent a reply that is not GIOP 1.2"};
}

Result<Reply, CallFailure> read_reply(giop::Message message, const std::string& peer) {
  if (message.header.type != giop::MessageType::reply) return unexpected(bad_reply(peer));
  cdr::Decoder decoder(message.frame.bytes().subspan(giop::kHeaderSize), message.header.byte_order,
                       giop::kHeaderSize);
  const auto header = giop::decode_reply(decoder);
  if (!decoder.ok()) return unexpected(bad_reply(peer));
  return Reply{std::move(message), header.status, decoder};
}

}  // namespace

ClientRequest::ClientRequest(Reference& target, std::string_view operation)
    : target_(&target),
      operation_(operation),
      policies_(target.effective_policies()),
      stream_(is_ordered() ? target.stream() : nullptr) {
  begin();
}

void ClientRequest::begin() {
  encoder_->clear();
  encoder_->borrow_from(kLeastBorrowed);
  if (!stream_) return put_head();
  encoder_->put_bytes(target_->request_head());
  const auto stamp = giop::encode(giop::OrderStamp{stream_->id(), number_});
  const std::array contexts{giop::ServiceContext{giop::kContextOrder, stamp}};
  giop::end_request_head(*encoder_, operation_, contexts);
  number_at_ = encoder_->size() - sizeof number_;  // the contexts end the header, the number them
}

void ClientRequest::put_head() {
  auto& heads = target_->prepared_heads();
  if (const auto head = heads.find(operation_); !head.empty()) return encoder_->put_bytes(head);
  encoder_->put_bytes(target_->request_head());
  giop::end_request_head(*encoder_, operation_);
  heads.add(operation_, encoder_->bytes());
}

cdr::Encoder& ClientRequest::arguments() {
  giop::begin_body(*encoder_);
  body_ = encoder_->size();
  return *encoder_;
}

Result<Reply, CallFailure> ClientRequest::invoke() {
  policies_.sync_scope = SyncScope::with_target;
  return perform();
}

Result<Reply, CallFailure> ClientRequest::send() { return perform(); }

Result<void, CallFailure> ClientRequest::finish() {
  giop::finish_message(*encoder_);
  const auto limit = target_->orb().options().max_message_size;
  if (encoder_->size() > limit) [[unlikely]]
    return unexpected(too_large(encoder_->size(), limit));
  return {};
}

Result<ConnectionSlot::Pin, CallFailure> ClientRequest::connection(Deadline deadline) {
  return target_->connection(
      *policies_.private_connection ? Reference::Sharing::own : Reference::Sharing::shared,
      deadline);
}

Result<void, CallFailure> ClientRequest::post() {
  if (auto finished = finish(); !finished) return finished;
  const auto deadline = Deadline::after(*policies_.timeout);
  if (goes_as_datagram()) return send_datagram(deadline);
  const auto found = connection(deadline);
  if (!found) return unexpected(found.error());
  auto& connection = **found;
  encoder_->patch(giop::kRequestIdAt, connection.next_request_id());
  const auto message = encoder_->pieces();
  Counters::count(target_->orb().counters().requests_sent);
  return send_in_turn(deadline, [&] {
    return *policies_.sync_scope == SyncScope::none
               ? connection.enqueue(message, *policies_.overflow, deadline)
               : connection.send_oneway(message, deadline);
  });
}

Result<Reply, CallFailure> ClientRequest::perform() {
  if (auto finished = finish(); !finished) return unexpected(std::move(finished.error()));
  const auto deadline = Deadline::after(*policies_.timeout);
  for (int forwards = 0; forwards <= kMaxForwards; ++forwards) {
    auto reply = attempt(deadline);
    if (!reply) return reply;
    if (reply->status != giop::ReplyStatus::location_forward &&
        reply->status != giop::ReplyStatus::location_forward_perm)
      return reply;
    if (auto followed = follow(*reply); !followed) return unexpected(followed.error());
  }
  return unexpected(CallFailure{Exception::transient, Minor::forwarded_too_often,
                                giop::Completion::no,
                                "the object was forwarded more than 8 times"});
}

bool ClientRequest::goes_as_datagram() const noexcept {
  return target_->datagram_address() && stream_ && !is_awaited();
}

// SYNC_NONE too: the system's buffer is the queue, and the network empties it.
Result<void, CallFailure> ClientRequest::send_datagram(Deadline deadline) {
  if (encoder_->size() > transport::kMaxDatagramSize)
    return unexpected(too_large_for_a_datagram(encoder_->size()));
  auto sender = target_->orb().client_connections().datagrams(*target_->datagram_address());
  if (!sender) return unexpected(std::move(sender.error()));
  Counters::count(target_->orb().counters().requests_sent);
  return send_in_turn(deadline, [&]() -> Result<void, CallFailure> {
    const auto left = (*sender)->send(encoder_->pieces());
    if (left) return {};
    return unexpected(call_failure(left.error(), giop::Completion::no, (*sender)->peer()));
  });
}

Result<Reply, CallFailure> ClientRequest::attempt(Deadline deadline) {
  for (bool is_repeated = false;; is_repeated = true) {
    const auto found = connection(deadline);
    if (!found) return unexpected(found.error());
    auto reply = exchange(**found, deadline);
    if (reply || is_repeated || !may_repeat(reply.error())) return reply;
  }
}

Result<Reply, CallFailure> ClientRequest::exchange(ClientConnection& connection,
                                                   Deadline deadline) {
  const auto response = *policies_.sync_scope == SyncScope::with_server
                            ? giop::ResponseFlags::with_server
                            : giop::ResponseFlags::with_target;
  auto& encoder = *encoder_;
  const auto request_id = connection.next_request_id();
  encoder.patch(giop::kRequestIdAt, request_id);
  encoder.patch(giop::kResponseFlagsAt, static_cast<std::uint8_t>(response));
  const auto message = encoder.pieces();
  Counters::count(target_->orb().counters().requests_sent);
  ClientConnection::Waiter waiter(connection, request_id);
  auto sent = send_in_turn(deadline, [&] { return connection.send(message, deadline); });
  if (!sent) return unexpected(std::move(sent.error()));
  auto reply = waiter.wait(deadline);
  if (!reply) return unexpected(std::move(reply.error()));
  return read_reply(std::move(*reply), connection.peer());
}

template <class Send>
Result<void, CallFailure> ClientRequest::send_in_turn(Deadline deadline, Send send) {
  if (!stream_) return send();
  OrderStream::Turn turn(*stream_, deadline);
  if (!turn.is_mine()) return unexpected(no_turn());
  const bool is_repeated = number_ != 0;
  if (!is_repeated) encoder_->patch(number_at_, turn.number());
  auto sent = send();
  if (sent && !is_repeated) {
    number_ = turn.number();
    turn.use_number();
  }
  return sent;
}

// The arguments are copied behind a header with the new key; their alignment is the same, as both
// begin at 8.
Result<void, CallFailure> ClientRequest::follow(Reply& forward) {
  auto ior = giop::decode_ior(forward.results);
  if (!forward.results.ok() || ior.profiles.empty())
    return unexpected(bad_reply("the forwarding server"));
  forwarded_ = std::make_shared<Reference>(target_->shared_orb(), std::move(ior),
                                           target_->overrides(), target_->stream());
  target_ = forwarded_.get();
  std::vector<std::byte> sent;
  for (const auto piece : encoder_->pieces()) sent.insert(sent.end(), piece.begin(), piece.end());
  const auto body = Bytes{sent}.subspan(body_ == 0 ? sent.size() : body_);
  begin();
  if (body_ != 0) arguments().put_bytes(body);
  giop::finish_message(*encoder_);
  return {};
}

}  // namespace orbweaver::engine
