// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/stub.hpp>

#include "exceptions/system_exceptions.hpp"
#include "state/alive.hpp"

#include <orbweaver/base/log_limit.hpp>
#include <orbweaver/engine/orb_core.hpp>
#include <orbweaver/giop/exception_reason.hpp>
#include <orbweaver/wire/trace.hpp>

#include <fmt/format.h>

#include <chrono>
#include <new>
#include <utility>

namespace orbweaver::corba {

namespace {

[[noreturn]] void throw_not_remote(const CORBA::Object& object, std::string_view operation) {
  if (const auto* const nil = dynamic_cast<const NilStub*>(&object))
    throw_nil(nil->repository_id(), operation);
  throw CORBA::INV_OBJREF(
      0, CORBA::CompletionStatus::COMPLETED_NO,
      "a local object has no remote operation '" + std::string{operation} + "'");
}

// The place where memory was missing is not known: the request may have been sent.
[[noreturn]] void throw_no_memory() {
  throw CORBA::NO_MEMORY(0, CORBA::CompletionStatus::COMPLETED_MAYBE);
}

[[noreturn]] void throw_user_exception(client::Reply& reply, std::span<const Raises> raises) {
  const auto id = reply.results.get_string_view();
  for (const auto& row : raises)
    if (row.repository_id == id) row.decode_and_throw(reply.results);
  throw CORBA::UNKNOWN(
      0, CORBA::CompletionStatus::COMPLETED_YES,
      "the server raised " + printable(id) + ", which the operation does not declare");
}

// The reason that the server's ORB sent with the exception. The text comes from another process.
std::string reason_in(const client::Reply& reply) {
  auto decoder = giop::body_of(reply.message);
  const auto data =
      giop::decode_reply(decoder, reply.message.header.version).contexts.find(giop::kContextReason);
  const auto reason = data ? giop::read_reason(*data) : std::nullopt;
  return reason ? ": " + printable(*reason, giop::kLongestReason) : "";
}

[[noreturn]] void throw_system_exception(client::Reply& reply,
                                         const client::ClientRequest& request) {
  const auto body = giop::decode_system_exception(reply.results);
  if (!reply.results.ok())
    throw_marshal(CORBA::CompletionStatus::COMPLETED_MAYBE, "the members of an exception");
  corba::throw_system_exception(body.exception_id, body.minor, body.completed,
                                "raised by the server in " + request.describe() + reason_in(reply));
}

// A call without a timeout must not hang if the program never calls activate().
Nanoseconds hold_timeout(const client::Reference& target) {
  const auto chosen = *target.effective_policies().timeout;
  return chosen > Nanoseconds::zero() ? chosen : target.client().options().hold_timeout;
}

[[noreturn]] void refuse_at_gate(wire::SystemExceptionKind exception, wire::Minor minor,
                                 std::string why) {
  throw_failure({exception, minor, giop::Completion::no, std::move(why)});
}

void wait_at(server::AdapterGate& gate, const client::Reference& target,
             const server::AdapterGate::Watch& watch) {
  using Passage = server::AdapterGate::Passage;
  using wire::SystemExceptionKind, wire::Minor;
  switch (gate.wait(Deadline::after(hold_timeout(target)), watch)) {
    case Passage::pass:
      return;
    case Passage::wait:
      refuse_at_gate(
          SystemExceptionKind::timeout, Minor::manager_holds,
          fmt::format("the object's POA manager held requests for {:g} ms: the call timeout, or, "
                      "without one, -ORBholdTimeout",
                      std::chrono::duration<double, std::milli>(hold_timeout(target)).count()));
    case Passage::full:
      refuse_at_gate(SystemExceptionKind::transient, Minor::manager_holds,
                     "the object's POA manager holds requests, and as many callers wait as a lane "
                     "holds requests (-ORBlaneDepth)");
    case Passage::discard:
      refuse_at_gate(SystemExceptionKind::transient, Minor::manager_refuses,
                     "the object's POA manager discards requests");
    case Passage::refuse:
      refuse_at_gate(SystemExceptionKind::obj_adapter, Minor::manager_refuses,
                     "the object's POA manager is inactive");
    case Passage::ended:
      break;
  }
  throw_failure(wire::shut_down());
}

std::optional<wire::Collocation> chosen_collocation(const client::Reference& target) {
  if (const auto mine = target.overrides().collocation) return mine;
  if (const auto thread = wire::thread_policies().collocation) return thread;
  return target.client().collocation();
}

// By default a one-way call is queued, and a two-way call is a plain function call.
wire::Collocation collocation_for(const client::Reference& target, client::CallKind kind) {
  if (!target.is_local() || target.is_forwarded()) return wire::Collocation::off;
  const auto chosen = chosen_collocation(target);
  // A direct call would overtake requests that wait in the lane.
  const bool must_queue = *target.effective_policies().ordered_delivery;
  if (chosen)
    return must_queue && *chosen == wire::Collocation::direct ? wire::Collocation::queued : *chosen;
  if (must_queue) return wire::Collocation::queued;
  return kind == client::CallKind::one_way ? wire::Collocation::queued : wire::Collocation::direct;
}

client::CallKind call_kind(const client::Reference& target, Operation kind) {
  const bool is_one_way =
      kind == Operation::oneway || (kind == Operation::push && target.omits_replies());
  return is_one_way ? client::CallKind::one_way : client::CallKind::two_way;
}

}  // namespace

// An asynchronous call returns before it has run, like a one-way call. With -ORBcollocation direct
// it runs in the caller's thread all the same.
wire::Collocation async_collocation_for(const client::Reference& target) {
  return collocation_for(target, client::CallKind::one_way);
}

const std::shared_ptr<client::Reference>& shared_reference_of(const CORBA::Object& object,
                                                              std::string_view operation) {
  if (const auto& reference = StubFactory::reference_of(object)) [[likely]] {
    if (reference->is_local()) reference->follow_own_forward();
    return reference;
  }
  throw_not_remote(object, operation);
}

cdr::Decoder& open_results(client::Reply& reply, std::span<const Raises> raises,
                           const client::ClientRequest& request) {
  auto& orb = engine::orb_of(request.origin());
  reply.results.set_context(&orb);
  reply.results.set_limits(orb.options().decode_limits);
  if (reply.status == giop::ReplyStatus::user_exception) throw_user_exception(reply, raises);
  if (reply.status != giop::ReplyStatus::no_exception) throw_system_exception(reply, request);
  return reply.results;
}

void throw_unreadable_results(const cdr::Decoder& failed, const client::ClientRequest& request,
                              const char* last) {
  throw_unreadable(failed, CORBA::CompletionStatus::COMPLETED_YES,
                   "the results of " + request.describe() + last_one(last));
}

// A caller that waits at a gate holds no use of the object, because the manager may wait meanwhile
// for all uses to end.
std::shared_ptr<server::ActiveObject> local_object_of(client::Reference& target) {
  const auto& orb = engine::orb_of(target);
  if (orb.is_of_parent()) [[unlikely]]
    throw_failure(wire::orb_of_parent());
  for (;;) {
    auto object = engine::local_object(target);
    if (!object) require_alive(orb);
    if (!object)
      throw CORBA::OBJECT_NOT_EXIST(static_cast<std::uint32_t>(wire::Minor::no_such_object),
                                    CORBA::CompletionStatus::COMPLETED_NO,
                                    "the " + target.describe() + " is not active here");
    if (object->gate().is_open()) [[likely]]
      return object;
    const auto gate = object->shared_gate();
    const auto watch = orb.watch_for(*object);
    object.reset();
    wait_at(*gate, target, watch);
  }
}

ClientCall::ClientCall(client::Reference& target, std::string_view operation, Operation kind)
    : target_(target),
      kind_(call_kind(target, kind)),
      request_(target_, operation, *encoder_, kind_),
      collocation_(collocation_for(target_, kind_)) {}

cdr::Decoder& ClientCall::invoke(std::span<const Raises> raises) try {
  check_arguments();
  auto reply = request_.invoke();
  if (!reply) throw_failure(reply.error(), request_);
  reply_ = std::move(*reply);
  if (reply_.status != giop::ReplyStatus::no_exception) [[unlikely]]
    return open_results(reply_, raises, request_);
  reply_.results.set_context(&engine::orb_of(target_));
  reply_.results.set_limits(target_.client().options().decode_limits);
  return reply_.results;
} catch (const std::bad_alloc&) {
  throw_no_memory();
}

void ClientCall::send() try {
  check_arguments();
  if (!request_.is_awaited()) {
    if (auto left = request_.send(); !left) throw_failure(left.error(), request_);
    return;
  }
  auto reply = request_.invoke_oneway();
  if (!reply) throw_failure(reply.error(), request_);
  reply_ = std::move(*reply);
  if (reply_.status == giop::ReplyStatus::system_exception)
    throw_system_exception(reply_, request_);
} catch (const std::bad_alloc&) {
  throw_no_memory();
}

std::shared_ptr<server::ActiveObject> ClientCall::local_object() const {
  if (target_.client().options().trace.calls) [[unlikely]]
    wire::trace("request within this ORB: " + request_.describe());
  return local_object_of(target_);
}

void ClientCall::check_arguments() const {
  if (arguments_ != nullptr && !arguments_->ok()) [[unlikely]]
    throw_unwritable(*arguments_->error(), CORBA::CompletionStatus::COMPLETED_NO);
}

void ClientCall::queue_and_wait(server::ActiveObject& object, const std::function<void()>& body,
                                std::exception_ptr& thrown) const {
  const auto deadline = Deadline::after(*target_.effective_policies().timeout);
  const auto ran = engine::run_in_lane(
      object,
      [&] {
        try {
          body();
        } catch (...) {
          thrown = std::current_exception();  // rethrown to the caller, in the caller's thread
        }
      },
      deadline, request_.may_overtake());
  if (!ran) throw_failure(ran.error(), request_);
  if (thrown) std::rethrow_exception(thrown);
}

void ClientCall::queue_oneway(const std::shared_ptr<server::ActiveObject>& object,
                              std::function<void()> body, std::size_t bytes) const {
  const auto policies = target_.effective_policies();
  const auto queued =
      engine::queue_in_lane(object, std::move(body), bytes, *policies.sync_scope,
                            Deadline::after(*policies.timeout), request_.may_overtake());
  if (!queued) throw_failure(queued.error(), request_);
}

void ClientCall::log_silenced(const char* what) noexcept {
  static LogLimit limit;
  warn_seldom(limit, "a servant threw {} in a one-way call, whose caller does not learn of it",
              printable(what, giop::kLongestReason));
}

void ClientCall::throw_as_if_remote() {
  constexpr auto kMaybe = CORBA::CompletionStatus::COMPLETED_MAYBE;
  const auto threw = [](const char* what) { return std::string{"the servant threw "} + what; };
  try {
    throw;
  } catch (const CORBA::Exception&) {
    throw;
  } catch (const std::bad_alloc& exception) {
    throw CORBA::NO_MEMORY(0, kMaybe, threw(exception.what()));
  } catch (const std::exception& exception) {
    throw CORBA::UNKNOWN(0, kMaybe, threw(exception.what()));
  } catch (...) {
    throw CORBA::UNKNOWN(0, kMaybe, threw("something that is no exception"));
  }
}

void ClientCall::throw_wrong_servant() {
  throw CORBA::BAD_OPERATION(static_cast<std::uint32_t>(wire::Minor::no_such_operation),
                             CORBA::CompletionStatus::COMPLETED_NO,
                             "the object does not have this interface");
}

}  // namespace orbweaver::corba
