// SPDX-License-Identifier: Apache-2.0
#include "request_job.hpp"

#include <orbweaver/base/log_limit.hpp>
#include <orbweaver/giop/call_chain.hpp>
#include <orbweaver/server/server_context.hpp>
#include <orbweaver/wire/encoder_loan.hpp>
#include <orbweaver/wire/requesting_client.hpp>
#include <orbweaver/wire/servant_frame.hpp>
#include <orbweaver/wire/thread_priority.hpp>

#include <spdlog/fmt/fmt.h>

#include <new>
#include <optional>
#include <utility>

namespace orbweaver::server {

namespace {

Bytes chain_in(const giop::RequestHeader& header) noexcept {
  return header.contexts.find(giop::kContextChain).value_or(Bytes{});
}

// The lines of -ORBtrace calls.
class ServedCall {
 public:
  ServedCall(const ServerConnection* connection, const ActiveObject& object, const Frame& frame,
             const giop::RequestHeader& header)
      : peer_(connection != nullptr ? connection->peer() : "a datagram"),
        what_(printable(header.operation) + " of " + object.name()) {
    const bool is_awaited = header.response == giop::ResponseFlags::with_target;
    wire::trace(fmt::format("{} from {}: {}, {} bytes", is_awaited ? "request" : "one-way request",
                            peer_, what_, frame.size()));
  }
  void replied(Bytes reply) const {
    wire::trace(fmt::format("reply to {}: {}: {}, {} bytes, {}", peer_, what_,
                            wire::outcome_in(reply), reply.size(),
                            wire::readable_time(now() - since_)));
  }

 private:
  const std::string peer_, what_;
  const TimePoint since_ = now();
};

// The part of the connection that the servant may know.
class ClientOnConnection final : public wire::RequestingClient {
 public:
  explicit ClientOnConnection(const ServerConnection& connection) noexcept
      : connection_(connection) {}
  [[nodiscard]] std::weak_ptr<const void> connection() const noexcept override {
    return connection_.weak_from_this();
  }
  [[nodiscard]] std::string peer() const override { return connection_.peer(); }
  [[nodiscard]] std::shared_ptr<const security::Identity> identity() const override {
    return connection_.identity();
  }

 private:
  const ServerConnection& connection_;
};

// No memory, not even for an exception: a client that waits gets the end of its connection.
void fail_without_memory(const ServerContext& context, ServerConnection* connection,
                         const giop::RequestHeader& header) noexcept {
  if (header.response != giop::ResponseFlags::with_target)
    return wire::Counters::count(context.counters.oneways_failed);
  wire::Counters::count(context.counters.replies_dropped);
  connection->replies().run_out_of_memory();
}

template <class Between>
void run_and_answer(const ServerContext& context, ServerConnection* connection,
                    ActiveObject& object, const Frame& frame, const giop::RequestHeader& header,
                    const cdr::Decoder& arguments, Between between) noexcept try {
  ServerRequest request(context, connection, object, frame, header, arguments);
  std::optional<ServedCall> traced;
  if (context.options.trace.calls) [[unlikely]]
    traced.emplace(connection, object, frame, header);
  {
    const wire::ServantFrame frame_of_it(&object, header.operation, chain_in(header),
                                         &header.contexts);
    std::optional<ClientOnConnection> client;
    if (connection != nullptr) client.emplace(*connection);
    const wire::ClientScope of_client(client ? &*client : nullptr);
    object.servant().handle(request);
  }
  between();
  if (request.has_no_memory()) [[unlikely]]
    return fail_without_memory(context, connection, header);
  if (!request.is_awaited()) return;
  if (connection->is_cancelled(header.request_id)) [[unlikely]]
    return wire::Counters::count(context.counters.requests_cancelled);
  const auto reply = request.finish_reply();
  if (traced) [[unlikely]]
    traced->replied(reply);
  connection->replies().send(reply);
} catch (const std::bad_alloc&) {
  fail_without_memory(context, connection, header);
}

}  // namespace

void run_request(const ServerContext& context, ServerConnection* connection, ActiveObject& object,
                 const Frame& frame, const giop::RequestHeader& header,
                 const cdr::Decoder& arguments) {
  run_and_answer(context, connection, object, frame, header, arguments, [] {});
}

void run_request(const ServerContext& context, ServerConnection* connection, ActiveObject& object,
                 const Frame& frame, const giop::RequestHeader& header,
                 const cdr::Decoder& arguments, GuestRun& run) {
  run_and_answer(context, connection, object, frame, header, arguments,
                 [&] { run.servant_has_returned(); });
}

template <class Between>
void RequestJob::carry_out_and(Between between) noexcept {
  if (is_cancelled()) [[unlikely]]
    return wire::Counters::count(context_.counters.requests_cancelled);
  const auto started = now();
  run_and_answer(context_, connection_.get(), *object_, message_.frame, header_, arguments_, [&] {
    object_->service_time().note(now() - started);
    between();
  });
}

void RequestJob::carry_out() noexcept {
  carry_out_and([] {});
}

void RequestJob::run_nested() noexcept {
  wire::Counters::count(context_.counters.requests_nested);
  run();
}

bool RequestJob::is_part_of(Bytes token) const noexcept {
  return is_part_of_any() && giop::CallChain::read(chain_in(header_)).holds(token);
}

bool RequestJob::is_part_of_any() const noexcept { return !chain_in(header_).empty(); }

std::string RequestJob::describe() const {
  return printable(header_.operation) + " of " + object_->name() + " from " +
         (connection_ ? connection_->peer() : "a datagram");
}

// No client waits for a one-way request: it is carried out.
bool RequestJob::is_cancelled() const noexcept {
  return header_.response == giop::ResponseFlags::with_target && connection_ != nullptr &&
         connection_->is_cancelled(header_.request_id);
}

void RequestJob::refuse(wire::SystemExceptionKind exception, wire::Minor minor) noexcept {
  if (header_.response != giop::ResponseFlags::with_target) return;
  try {
    wire::EncoderLoan encoder;
    giop::put_system_exception_reply(*encoder, header_.request_id,
                                     {std::string{wire::repository_id(exception)},
                                      static_cast<std::uint32_t>(minor), giop::Completion::maybe},
                                     header_.version);
    connection_->replies().send(encoder->bytes());
  } catch (const std::bad_alloc&) {
    connection_->replies().run_out_of_memory();
  }
}

// The room is free before the client gets the reply, as it may call again at once.
void PriorityJob::run() noexcept {
  if (lane_.buffer && lane_.buffer->until() == RequestBuffer::Until::begun) give_room_back();
  std::optional<wire::PriorityScope> scope;
  if (priority_) scope.emplace(*priority_, lane_.priority);
  carry_out_and([this] { give_room_back(); });
}

void PriorityJob::give_room_back() noexcept {
  if (std::exchange(has_room_, false) && lane_.buffer) lane_.buffer->give_back(size_bytes());
}

void SeriesRequest::run_nested() noexcept {
  wire::Counters::count(context().counters.requests_nested);
  object().sequencer().arrive_nested(*this);
}

void SeriesRequest::missed(const dispatch::Gap& gap) noexcept {
  wire::Counters::count(context().counters.requests_missing, gap.count);
  object().servant().missed(gap);
}

void SeriesRequest::drop() noexcept {
  wire::Counters::count(context().counters.requests_late);
  refuse(wire::SystemExceptionKind::transient, wire::Minor::out_of_order);
}

std::unique_ptr<dispatch::SeriesItem> SeriesRequest::take_away() {
  wire::Counters::count(context().counters.requests_held);
  return std::make_unique<SeriesRequest>(std::move(*this));
}

}  // namespace orbweaver::server
