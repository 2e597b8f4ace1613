#include <orbweaver/client/client_request.hpp>

#include <orbweaver/wire/nested_wait.hpp>
#include "client_connections.hpp"
#include "order_stream.hpp"

#include <orbweaver/client/async_call.hpp>
#include <orbweaver/client/client.hpp>
#include <orbweaver/giop/order_stamp.hpp>
#include <orbweaver/giop/request.hpp>
#include <orbweaver/wire/servant_frame.hpp>
#include <orbweaver/wire/thread_priority.hpp>

#include <spdlog/fmt/fmt.h>

#include <algorithm>

namespace orbweaver::client {

namespace {

constexpr int kMaxForwards = 8;
// To servers that close each connection in order.
constexpr int kMaxRepeats = 8;
// Arguments that large leave from where the caller has them. For smaller ones a copy is cheaper
// than another piece to gather.
constexpr std::size_t kLeastBorrowed = 4096;
// The request did not run: sending it once more cannot make it run twice.
bool may_repeat(const wire::CallFailure& failure) noexcept {
  const bool connection_was_dead = failure.minor == wire::Minor::connection_closed ||
                                   failure.minor == wire::Minor::connection_broken;
  return failure.completed == giop::Completion::no && connection_was_dead;
}

wire::CallFailure too_large(std::size_t size, std::size_t limit) {
  return {wire::Exception::imp_limit, wire::Minor::message_too_large, giop::Completion::no,
          "the request has " + std::to_string(size) + " bytes, more than -ORBmaxMessageSize " +
              std::to_string(limit)};
}

wire::CallFailure too_large_for_a_datagram(std::size_t size) {
  return {wire::Exception::imp_limit, wire::Minor::message_too_large, giop::Completion::no,
          "the request has " + std::to_string(size) + " bytes, and a datagram holds " +
              std::to_string(transport::kMaxDatagramSize) +
              ": use -ORBtransport auto or tcp, or SYNC_WITH_SERVER, which does not go over udp"};
}

wire::CallFailure no_turn() {
  return {wire::Exception::timeout, wire::Minor::queue_full, giop::Completion::no,
          "other threads sent through the same reference (OrderedDelivery) for the whole call "
          "timeout"};
}

wire::CallFailure bad_reply(const std::string& peer) {
  return {wire::Exception::marshal, wire::Minor::bad_reply, giop::Completion::maybe,
          peer + ": sent a reply that does not fit its GIOP version"};
}

bool asks_for_another_try(giop::ReplyStatus status) noexcept {
  return status == giop::ReplyStatus::location_forward ||
         status == giop::ReplyStatus::location_forward_perm ||
         status == giop::ReplyStatus::needs_addressing_mode;
}

// A place that is gone, or knows nothing of the object, where certainly nothing ran.
bool says_gone(wire::Exception exception, giop::Completion completed) noexcept {
  return completed == giop::Completion::no &&
         (exception == wire::Exception::transient || exception == wire::Exception::comm_failure ||
          exception == wire::Exception::object_not_exist);
}

bool says_gone(Reply reply) {
  const auto body = giop::decode_system_exception(reply.results);
  for (const auto exception : {wire::Exception::transient, wire::Exception::comm_failure,
                               wire::Exception::object_not_exist})
    if (body.exception_id == wire::repository_id(exception))
      return says_gone(exception, body.completed);
  return false;
}

// ASCII is the same in all code sets for strings that Orbweaver speaks.
bool is_ascii(std::span<const Bytes> pieces) noexcept {
  const auto is_beyond = [](std::byte octet) { return octet >= std::byte{0x80}; };
  return std::ranges::none_of(pieces,
                              [&](Bytes piece) { return std::ranges::any_of(piece, is_beyond); });
}

wire::CallFailure call_again() {
  return {wire::Exception::transient, wire::Minor::forwarded_elsewhere, giop::Completion::no,
          "the object was forwarded to a server with other code sets; call again: the next call "
          "goes there"};
}

Result<Reply, wire::CallFailure> read_reply(giop::Message message, const std::string& peer,
                                            cdr::CodeSets code_sets) {
  if (message.header.type != giop::MessageType::reply) return unexpected(bad_reply(peer));
  cdr::Decoder decoder(message.frame.bytes().subspan(giop::kHeaderSize), message.header.byte_order,
                       giop::kHeaderSize);
  const auto header = giop::decode_reply(decoder, message.header.version);
  if (!decoder.ok()) return unexpected(bad_reply(peer));
  decoder.set_code_sets(code_sets);
  return Reply{std::move(message), header.status, decoder};
}

}  // namespace

ClientRequest::ClientRequest(Reference& target, std::string_view operation, cdr::Encoder& encoder,
                             CallKind kind)
    : origin_(target),
      target_(&target),
      operation_(operation),
      policies_(target.effective_policies()),
      stream_(is_ordered() ? target.stream() : nullptr),
      kind_(kind),
      encoder_(&encoder) {
  if (target.is_forwarded()) [[unlikely]]
    start_elsewhere();
}

void ClientRequest::start_elsewhere() {
  auto forward = origin_.forward();
  if (!forward.to) return;
  forwarded_ = std::move(forward.to);
  target_ = forwarded_.get();
  may_go_back_ = forward.permanence == giop::Permanence::for_now;
}

// Such a call may lead back to the object whose servant makes it, and waits.
bool ClientRequest::is_answered_by_servant() const noexcept {
  return kind_ == CallKind::two_way || *policies_.sync_scope == wire::SyncScope::with_target;
}

// Not when it is made: a call that takes the short way within the ORB has no message.
void ClientRequest::begin() {
  has_begun_ = true;
  join_chain();
  begin_anew();
}

void ClientRequest::join_chain() {
  const bool is_of_servant = wire::ServantFrame::innermost() != nullptr;
  if (is_of_servant && is_answered_by_servant()) [[unlikely]]
    chain_ = wire::OutgoingChain::of_this_thread();
}

void ClientRequest::begin_anew() {
  encoder_->clear();
  auto* const heads = prepared_heads();
  const auto* head = heads != nullptr ? heads->find(operation_) : nullptr;
  if (head != nullptr) {
    encoder_->put_bytes(head->bytes);
    fields_ = head->fields;
    if (chain_) [[unlikely]]
      encoder_->patch_bytes(fields_.first_context + giop::kFirstTokenAt,
                            chain_->tokens.data().subspan(giop::kFirstTokenAt));
  } else {
    put_head();
    if (heads != nullptr) heads->add(operation_, encoder_->bytes(), fields_);
  }
  encoder_->borrow_from(kLeastBorrowed);
  encoder_->set_code_sets(target_->code_sets());
  if (stream_) encoder_->patch(number_at(), number_);
}

// Those of calls like this one; null for a call whose header is of its own.
PreparedHeads* ClientRequest::prepared_heads() const noexcept {
  if (names_code_sets_ || target_->propagates_priority()) return nullptr;
  if (!chain_) return stream_ ? &target_->stamped_heads() : &target_->plain_heads();
  return !stream_ && chain_->tokens.size() == 1 ? &target_->chained_heads() : nullptr;
}

void ClientRequest::put_head() {
  const auto stamp = giop::encode(giop::OrderStamp{stream_ ? stream_->id() : 0, 0});
  const auto sets =
      giop::encode(target_->agreed_code_sets().value_or(giop::TransmissionCodeSets{}));
  const auto said = wire::corba_priority_here();
  const auto priority = giop::encode_priority(static_cast<std::int16_t>(said.value_or(0)));
  std::array<giop::ServiceContext, 4> contexts;
  std::size_t count = 0;
  if (stream_) contexts[count++] = {giop::kContextOrder, stamp};  // first: its number is patched
  if (names_code_sets_) contexts[count++] = {giop::kContextCodeSets, sets};
  if (said && target_->propagates_priority())
    contexts[count++] = {giop::kContextRtPriority, priority};
  if (chain_) contexts[count++] = {giop::kContextChain, chain_->tokens.data()};
  fields_ = giop::begin_request(*encoder_, 0, giop::ResponseFlags::none, target_->target_address(),
                                operation_, std::span{contexts}.first(count), target_->version());
}

std::size_t ClientRequest::number_at() const noexcept {
  return fields_.first_context + giop::kOrderNumberAt;
}

cdr::Encoder& ClientRequest::arguments() {
  begin();
  return begin_arguments();
}

cdr::Encoder& ClientRequest::begin_arguments() {
  giop::begin_body(*encoder_);
  body_ = encoder_->size();
  return *encoder_;
}

Result<Reply, wire::CallFailure> ClientRequest::invoke() {
  policies_.sync_scope = wire::SyncScope::with_target;
  return perform();
}

Result<Reply, wire::CallFailure> ClientRequest::send() { return perform(); }

Result<void, wire::CallFailure> ClientRequest::finish() {
  if (!has_begun_) begin();
  giop::finish_message(*encoder_);
  const auto limit = target_->client().options().max_message_size;
  if (encoder_->size() > limit) [[unlikely]]
    return unexpected(too_large(encoder_->size(), limit));
  return {};
}

// Nothing has left yet: the request may go to another place.
Result<ConnectionSlot::Pin, wire::CallFailure> ClientRequest::connection(Deadline deadline) {
  const auto sharing =
      *policies_.private_connection ? Reference::Sharing::own : Reference::Sharing::shared;
  for (;;) {
    auto found = target_->connection(sharing, deadline);
    if (found) {
      const bool is_news = target_->agreed_code_sets() && !(*found)->knows_code_sets();
      if (is_news != names_code_sets_) [[unlikely]]
        name_code_sets(is_news);
      return found;
    }
    if (found.error().exception != wire::Exception::transient || !go_elsewhere()) return found;
  }
}

void ClientRequest::name_code_sets(bool is_news) {
  names_code_sets_ = is_news;
  rewrite();
}

Result<void, wire::CallFailure> ClientRequest::post() {
  if (auto finished = finish(); !finished) return finished;
  const auto deadline = Deadline::after(*policies_.timeout);
  if (goes_as_datagram()) return send_datagram(deadline);
  for (int repeats = 0;; ++repeats) {
    const auto found = connection(deadline);
    if (!found) return unexpected(found.error());
    auto sent = hand_over(**found, deadline);
    if (sent || !may_repeat(sent.error()) || repeats == kMaxRepeats) return sent;
    if (!(*found)->has_lost_nothing(deadline)) return sent;
  }
}

Result<void, wire::CallFailure> ClientRequest::hand_over(ClientConnection& connection,
                                                         Deadline deadline) {
  encoder_->patch(fields_.id, connection.next_request_id());
  const auto message = encoder_->pieces();
  wire::Counters::count(target_->client().counters().requests_sent);
  if (is_traced()) [[unlikely]]
    trace_request("one-way request to", connection.peer());
  // Those after it count on what it says.
  const auto overflow = names_code_sets_ ? wire::Overflow::block : *policies_.overflow;
  auto sent = send_in_turn(deadline, [&] {
    return *policies_.sync_scope == wire::SyncScope::none
               ? connection.enqueue(message, overflow, deadline)
               : connection.send_oneway(message, deadline);
  });
  if (sent && names_code_sets_) [[unlikely]]
    connection.note_code_sets();
  return sent;
}

Result<Reply, wire::CallFailure> ClientRequest::perform() {
  if (auto finished = finish(); !finished) return unexpected(std::move(finished.error()));
  const auto deadline = this->deadline();
  auto reply = attempt(deadline);
  if (!reply && is_traced()) [[unlikely]]
    trace_failure(reply.error());
  // In a few instructions, what is_settled() says of nearly every call.
  if (forwarded_ || (reply && asks_for_another_try(reply->status))) [[unlikely]]
    follow_up(reply, deadline);
  return reply;
}

// Whether neither the reply nor the failure asks for more; see is_final.
bool ClientRequest::is_settled(const Result<Reply, wire::CallFailure>& reply) const {
  if (forwarded_ && has_found_nothing(reply)) return false;
  return !reply || !asks_for_another_try(reply->status);
}

void ClientRequest::follow_up(Result<Reply, wire::CallFailure>& reply, Deadline deadline) {
  for (int forwards = 0;; ++forwards) {
    const bool has_gone_back = forwarded_ && has_found_nothing(reply) && go_back();
    if (!has_gone_back) {
      if (!reply || !asks_for_another_try(reply->status)) return;
      auto moved = reply->status == giop::ReplyStatus::needs_addressing_mode
                       ? address_otherwise(*reply)
                       : follow(*reply);
      if (!moved) return void(reply = unexpected(std::move(moved.error())));
    }
    if (forwards == kMaxForwards) break;
    reply = attempt(deadline);
  }
  reply = unexpected(wire::CallFailure{wire::Exception::transient, wire::Minor::forwarded_too_often,
                                       giop::Completion::no,
                                       "the object was forwarded more than 8 times"});
}

// ---- -ORBtrace calls ----

bool ClientRequest::is_traced() const noexcept { return target_->client().options().trace.calls; }

// The reference is where the call goes; the peer, by what connection.
void ClientRequest::trace_request(std::string_view direction, const std::string& peer) const {
  wire::trace(fmt::format("{} {}: {}, {} bytes", direction, peer, describe(), encoder_->size()));
}

void ClientRequest::trace_reply(Bytes reply, std::string_view peer) const {
  wire::trace(fmt::format("reply from {}: {}: {}, {} bytes, {}", peer, describe(),
                          wire::outcome_in(reply), reply.size(),
                          wire::readable_time(now() - traced_since_)));
}

void ClientRequest::trace_failure(const wire::CallFailure& failure) const {
  wire::trace(fmt::format("no reply: {}: {}: {}, {}", describe(),
                          wire::repository_id(failure.exception), failure.detail,
                          wire::readable_time(now() - traced_since_)));
}

// ---- asynchronous calls ----

Result<void, wire::CallFailure> ClientRequest::launch(AsyncCall& call, Deadline deadline) {
  policies_.sync_scope = wire::SyncScope::with_target;
  if (auto finished = finish(); !finished) return finished;
  for (bool is_repeated = false;; is_repeated = true) {
    const auto found = connection(deadline);
    if (!found) return unexpected(found.error());
    auto sent = launch_once(call, **found, deadline);
    if (sent) return sent;
    if (forwarded_ && says_gone(sent.error().exception, sent.error().completed) && go_back())
      continue;
    if (is_repeated || !may_repeat(sent.error())) return sent;
  }
}

Result<void, wire::CallFailure> ClientRequest::launch_once(AsyncCall& call,
                                                           ClientConnection& connection,
                                                           Deadline deadline) {
  const auto request_id = connection.next_request_id();
  encoder_->patch(fields_.id, request_id);
  encoder_->patch(fields_.response,
                  giop::response_octet(giop::ResponseFlags::with_target, target_->version()));
  const auto attempt = call.prepare(connection, request_id, *policies_.overflow, deadline);
  if (!attempt) return unexpected(attempt.error());
  wire::Counters::count(target_->client().counters().requests_sent);
  if (is_traced()) [[unlikely]] {
    traced_since_ = now();
    trace_request("asynchronous request to", connection.peer());
  }
  auto sent = connection.expect(request_id, call.shared_from_this(), *attempt, deadline);
  if (sent)
    sent = send_in_turn(deadline, [&] { return connection.send(encoder_->pieces(), deadline); });
  if (!sent) call.withdraw();
  if (sent && names_code_sets_) [[unlikely]]
    connection.note_code_sets();
  return sent;
}

Result<Reply, wire::CallFailure> ClientRequest::read(
    Result<giop::Message, wire::CallFailure> answer) const {
  if (is_traced()) [[unlikely]] {
    if (answer)
      trace_reply(answer->frame.bytes(), "the server");
    else
      trace_failure(answer.error());
  }
  if (!answer) return unexpected(std::move(answer.error()));
  return read_reply(std::move(*answer), "the server", target_->code_sets());
}

// An asynchronous request comes behind what its caller has sent since, but for one with a number.
bool ClientRequest::may_follow_later(const wire::CallFailure& failure) const noexcept {
  return stream_ && may_repeat(failure);
}

bool ClientRequest::is_final(const Result<Reply, wire::CallFailure>& reply) const {
  return is_settled(reply) && (reply || !may_follow_later(reply.error()));
}

Result<Reply, wire::CallFailure> ClientRequest::go_on(Result<Reply, wire::CallFailure> reply,
                                                      Deadline deadline) {
  if (!reply && may_follow_later(reply.error())) reply = attempt(deadline);
  follow_up(reply, deadline);
  return reply;
}

bool ClientRequest::goes_as_datagram() const noexcept {
  return target_->datagram_address() && stream_ && !is_awaited();
}

// SYNC_NONE too: the system's buffer is the queue, and the network empties it.
Result<void, wire::CallFailure> ClientRequest::send_datagram(Deadline deadline) {
  if (encoder_->size() > transport::kMaxDatagramSize)
    return unexpected(too_large_for_a_datagram(encoder_->size()));
  auto sender = target_->client().connections().datagrams(*target_->datagram_address());
  if (!sender) return unexpected(std::move(sender.error()));
  wire::Counters::count(target_->client().counters().requests_sent);
  if (is_traced()) [[unlikely]]
    trace_request("datagram to", (*sender)->peer());
  return send_in_turn(deadline, [&]() -> Result<void, wire::CallFailure> {
    const auto left = (*sender)->send(encoder_->pieces());
    if (left) return {};
    return unexpected(wire::call_failure(left.error(), giop::Completion::no, (*sender)->peer()));
  });
}

Result<Reply, wire::CallFailure> ClientRequest::attempt(Deadline deadline) {
  for (int repeats = 0;; ++repeats) {
    const auto found = connection(deadline);
    if (!found) return unexpected(found.error());
    auto reply = exchange(**found, deadline);
    if (reply || !may_repeat(reply.error()) || repeats == kMaxRepeats) return reply;
    if (repeats > 0 && !(*found)->has_lost_nothing(deadline)) return reply;
  }
}

Result<Reply, wire::CallFailure> ClientRequest::exchange(ClientConnection& connection,
                                                         Deadline deadline) {
  const auto response = *policies_.sync_scope == wire::SyncScope::with_server
                            ? giop::ResponseFlags::with_server
                            : giop::ResponseFlags::with_target;
  auto& encoder = *encoder_;
  const auto request_id = connection.next_request_id();
  encoder.patch(fields_.id, request_id);
  encoder.patch(fields_.response, giop::response_octet(response, target_->version()));
  const auto message = encoder.pieces();
  wire::Counters::count(target_->client().counters().requests_sent);
  if (is_traced()) [[unlikely]] {
    traced_since_ = now();
    trace_request("request to", connection.peer());
  }
  std::optional<wire::NestedWait> wait;
  if (const auto* const name = token()) [[unlikely]]
    wait.emplace(*name);
  ClientConnection::Waiter waiter(connection, request_id,
                                  {this, !deadline.is_never(), wait ? &*wait : nullptr});
  auto sent = send_in_turn(deadline, [&] { return connection.send(message, deadline); });
  if (!sent) return unexpected(std::move(sent.error()));
  if (names_code_sets_) [[unlikely]]
    connection.note_code_sets();
  auto reply = waiter.wait(deadline);
  if (is_traced()) [[unlikely]] {
    if (reply) trace_reply(reply->frame.bytes(), connection.peer());
  }
  if (!reply) return unexpected(std::move(reply.error()));
  return read_reply(std::move(*reply), connection.peer(), target_->code_sets());
}

template <class Send>
Result<void, wire::CallFailure> ClientRequest::send_in_turn(Deadline deadline, Send send) {
  if (!stream_) return send();
  OrderStream::Turn turn(*stream_, deadline);
  if (!turn.is_mine()) return unexpected(no_turn());
  const bool is_repeated = number_ != 0;
  if (!is_repeated) encoder_->patch(number_at(), turn.number());
  auto sent = send();
  if (sent && !is_repeated) {
    number_ = turn.number();
    turn.use_number();
  }
  return sent;
}

Result<void, wire::CallFailure> ClientRequest::follow(Reply& forward) {
  auto ior = giop::decode_ior(forward.results);
  if (!forward.results.ok() || ior.profiles.empty())
    return unexpected(bad_reply("the forwarding server"));
  const bool is_for_good = forward.status == giop::ReplyStatus::location_forward_perm;
  return go_to({std::make_shared<Reference>(origin_.shared_client(), std::move(ior),
                                            origin_.overrides(), origin_.stream()),
                is_for_good ? giop::Permanence::permanently : giop::Permanence::for_now});
}

// CORBA 3.3 Part 2, 9.4.3.1: NEEDS_ADDRESSING_MODE. A server that is not content with what it asked
// for gets no third try.
Result<void, wire::CallFailure> ClientRequest::address_otherwise(Reply& demand) {
  const auto wanted = static_cast<giop::Addressing>(demand.results.get<std::int16_t>());
  const bool is_known =
      wanted == giop::Addressing::profile || wanted == giop::Addressing::reference;
  if (!demand.results.ok() || !is_known || target_->addressing() != giop::Addressing::key)
    return unexpected(bad_reply("the server, which wants another address of the object,"));
  const bool is_at_origin = target_ == &origin_;
  return go_to(
      {std::make_shared<Reference>(origin_.shared_client(), target_->ior(), origin_.overrides(),
                                   origin_.stream(), wanted),
       is_at_origin || !may_go_back_ ? giop::Permanence::permanently : giop::Permanence::for_now});
}

// Arguments that were written in one form cannot be sent where another one is read.
bool ClientRequest::can_be_sent_to(const Reference& other) {
  const auto written = target_->code_sets(), wanted = other.code_sets();
  const auto [has_text, has_wide] = encoder_->characters();
  if (has_wide && written.wide != wanted.wide && written.wide != cdr::WideForm::refused)
    return false;
  return !has_text || written.text == wanted.text || is_ascii(encoder_->pieces());
}

Result<void, wire::CallFailure> ClientRequest::go_to(Reference::Forward forward) {
  const bool fits = can_be_sent_to(*forward.to);
  may_go_back_ = forward.permanence == giop::Permanence::for_now && !has_gone_back_;
  forwarded_ = forward.to;
  target_ = forwarded_.get();
  origin_.set_forward(std::move(forward));
  if (!fits) return unexpected(call_again());
  rewrite();
  return {};
}

// Once: a server that sends everybody to a place which is gone would keep the request for ever.
bool ClientRequest::go_back() {
  origin_.forget_forward(forwarded_.get());
  const bool may = std::exchange(may_go_back_, false) && can_be_sent_to(origin_);
  if (!may) return false;
  has_gone_back_ = true;
  target_ = &origin_;
  rewrite();
  forwarded_.reset();
  return true;
}

bool ClientRequest::go_elsewhere() {
  auto next = target_->alternative();
  if (!next) return forwarded_ && go_back();
  const bool has_moved = go_to({std::move(next), giop::Permanence::for_now}).has_value();
  may_go_back_ = false;  // it has come from there
  return has_moved;
}

bool ClientRequest::has_found_nothing(const Result<Reply, wire::CallFailure>& reply) const {
  if (!reply) return says_gone(reply.error().exception, reply.error().completed);
  return reply->status == giop::ReplyStatus::system_exception && says_gone(*reply);
}

// The arguments are copied behind another header; their alignment is the same, as both begin at a
// multiple of 8.
void ClientRequest::rewrite() {
  std::vector<std::byte> sent;
  for (const auto piece : encoder_->pieces()) sent.insert(sent.end(), piece.begin(), piece.end());
  const auto body = Bytes{sent}.subspan(body_ == 0 ? sent.size() : body_);
  const auto characters = encoder_->characters();
  begin_anew();
  encoder_->note_characters(characters);
  if (body_ != 0) begin_arguments().put_bytes(body);
  giop::finish_message(*encoder_);
}

}  // namespace orbweaver::client
