#include <orbweaver/corba/stub.hpp>

#include "system_exceptions.hpp"

#include <orbweaver/base/log.hpp>
#include <orbweaver/engine/orb_core.hpp>

namespace orbweaver::corba {

namespace {

engine::Reference& reference_of(const CORBA::Object& object) {
  if (object._reference()) return *object._reference();
  throw CORBA::INV_OBJREF(0, CORBA::CompletionStatus::COMPLETED_NO,
                          "a local object has no remote operations");
}

// Default: one-way stays one-way, two-way is a plain call. design: Collocation.
engine::Collocation collocation_for(const engine::Reference& target, Operation kind) {
  if (!target.is_local()) return engine::Collocation::off;
  const auto chosen = target.orb().options().collocation;
  // A direct call would overtake what waits in the lane.
  const bool must_queue = *target.effective_policies().ordered_delivery;
  if (chosen)
    return must_queue && *chosen == engine::Collocation::direct ? engine::Collocation::queued
                                                                : *chosen;
  if (must_queue) return engine::Collocation::queued;
  return kind == Operation::oneway ? engine::Collocation::queued : engine::Collocation::direct;
}

}  // namespace

ClientCall::ClientCall(const CORBA::Object& target, std::string_view operation, Operation kind)
    : target_(reference_of(target)),
      request_(target_, operation),
      collocation_(collocation_for(target_, kind)) {}

cdr::Decoder& ClientCall::invoke(std::span<const Raises> raises) {
  auto reply = request_.invoke();
  if (!reply) throw_failure(reply.error());
  reply_ = std::move(*reply);
  reply_.results.set_context(&target_.orb());
  if (reply_.status == giop::ReplyStatus::user_exception) throw_user_exception(raises);
  if (reply_.status != giop::ReplyStatus::no_exception) throw_system_exception();
  return reply_.results;
}

void ClientCall::send() {
  if (!request_.is_awaited()) {
    if (auto left = request_.post(); !left) throw_failure(left.error());
    return;
  }
  auto reply = request_.send();
  if (!reply) throw_failure(reply.error());
  reply_ = std::move(*reply);
  if (reply_.status == giop::ReplyStatus::system_exception) throw_system_exception();
}

void ClientCall::check_results() const {
  if (!reply_.results.ok()) throw_marshal(CORBA::CompletionStatus::COMPLETED_YES, "the results");
}

void ClientCall::throw_user_exception(std::span<const Raises> raises) {
  const auto id = reply_.results.get_string_view();
  for (const auto& row : raises)
    if (row.repository_id == id) row.decode_and_throw(reply_.results);
  throw CORBA::UNKNOWN(
      0, CORBA::CompletionStatus::COMPLETED_YES,
      "the server raised " + std::string{id} + ", which the operation does not declare");
}

void ClientCall::throw_system_exception() {
  const auto body = giop::decode_system_exception(reply_.results);
  if (!reply_.results.ok())
    throw_marshal(CORBA::CompletionStatus::COMPLETED_MAYBE, "the members of an exception");
  corba::throw_system_exception(body.exception_id, body.minor, body.completed,
                                "raised by the server");
}

std::shared_ptr<engine::ActiveObject> ClientCall::local_object() const {
  auto object = target_.local_object();
  if (!object)
    throw CORBA::OBJECT_NOT_EXIST(static_cast<std::uint32_t>(engine::Minor::no_such_object),
                                  CORBA::CompletionStatus::COMPLETED_NO,
                                  "the object is not active");
  return object;
}

void ClientCall::queue_and_wait(engine::ActiveObject& object, const std::function<void()>& body,
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
      deadline);
  if (!ran) throw_failure(ran.error());
  if (thrown) std::rethrow_exception(thrown);
}

void ClientCall::queue_oneway(const std::shared_ptr<engine::ActiveObject>& object,
                              std::function<void()> body, std::size_t bytes) const {
  const auto policies = target_.effective_policies();
  const auto queued = engine::queue_in_lane(object, std::move(body), bytes, *policies.sync_scope,
                                            Deadline::after(*policies.timeout));
  if (!queued) throw_failure(queued.error());
}

void ClientCall::log_silenced(const char* what) noexcept {
  log().warn("a servant threw {} in a one-way call, where nobody learns of it", what);
}

void ClientCall::throw_unknown(const char* what) {
  throw CORBA::UNKNOWN(0, CORBA::CompletionStatus::COMPLETED_MAYBE,
                       std::string{"the servant threw "} + what);
}

void ClientCall::throw_wrong_servant() {
  throw CORBA::BAD_OPERATION(static_cast<std::uint32_t>(engine::Minor::no_such_operation),
                             CORBA::CompletionStatus::COMPLETED_NO,
                             "the object does not have this interface");
}

}  // namespace orbweaver::corba
