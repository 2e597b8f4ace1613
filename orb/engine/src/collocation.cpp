// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/engine/collocation.hpp>

#include <orbweaver/base/kept_bytes.hpp>
#include <orbweaver/engine/orb_core.hpp>
#include <orbweaver/wire/nested_wait.hpp>

#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/blocked_thread.hpp>
#include <orbweaver/os/semaphore.hpp>
#include <orbweaver/wire/outgoing_chain.hpp>

namespace orbweaver::engine {

namespace {

wire::CallFailure refusal() {
  return {wire::SystemExceptionKind::object_not_exist, wire::Minor::no_such_object,
          giop::Completion::no, "the object was deactivated"};
}

wire::CallFailure lane_full() {
  return {wire::SystemExceptionKind::timeout, wire::Minor::queue_full, giop::Completion::no,
          "the object's lane stayed full for the whole call timeout"};
}

wire::CallFailure not_begun() {
  return {wire::SystemExceptionKind::timeout, wire::Minor::not_begun_in_time, giop::Completion::no,
          "the object was busy with earlier requests for the whole call timeout"};
}

wire::CallFailure would_wait_for_itself() {
  return {wire::SystemExceptionKind::no_resources, wire::Minor::would_wait_for_itself,
          giop::Completion::no,
          "the call would wait for its own end: a servant filled its own lane, or too many pool "
          "threads wait for full lanes or for calls that come back; raise -ORBlaneDepth, or send "
          "from a thread of your own"};
}

Result<void, wire::CallFailure> submit(server::ActiveObject& object,
                                       std::unique_ptr<dispatch::Job> job, Deadline deadline) {
  switch (object.lane().submit_when_room(job, deadline)) {
    case dispatch::Intake::proceed:
      return {};
    case dispatch::Intake::pause:
      return unexpected(lane_full());
    case dispatch::Intake::hopeless:
      return unexpected(would_wait_for_itself());
    case dispatch::Intake::refused:
      break;
  }
  return unexpected(refusal());
}

// Shared by the caller that waits and the job: the first to come decides whether the body runs.
struct Handover {
  enum class State { waiting, running, abandoned };
  os::Atomic<State> state{State::waiting};
  os::BinarySemaphore done{0};

  // acq_rel: pairs with the other side's take, so that an abandoned body is never touched
  [[nodiscard]] bool take(State mine) noexcept {
    auto expected = State::waiting;
    return state.compare_exchange_strong(expected, mine, std::memory_order_acq_rel);
  }
};

// A call within this ORB, in the lane of its object.
class LocalJob : public dispatch::Job {
 public:
  explicit LocalJob(const std::optional<wire::OutgoingChain>& chain) : chain_(chain) {
    if (const auto* const packet = wire::PacketScope::current()) packet_ = *packet;
    metadata_.assign(wire::PacketScope::current_metadata());
  }
  [[nodiscard]] bool is_part_of(Bytes token) const noexcept override {
    return chain_ && chain_->tokens.holds(token);
  }
  [[nodiscard]] bool is_part_of_any() const noexcept override { return chain_.has_value(); }
  [[nodiscard]] std::string describe() const override { return "a call of this program"; }

 protected:
  /// Runs `body` as a servant that carries out this request.
  void serve(const std::function<void()>& body) const noexcept {
    const wire::ServantFrame of_the_call(nullptr, {}, chain_ ? chain_->tokens.data() : Bytes{},
                                         nullptr, packet_ ? &*packet_ : nullptr, metadata_.bytes());
    const wire::PacketScope packet(packet_ ? &*packet_ : nullptr, nullptr, metadata_.bytes());
    body();
  }

 private:
  std::optional<wire::OutgoingChain> chain_;
  std::optional<giop::PacketStamp> packet_;
  KeptBytes metadata_;
};

class AwaitedJob final : public LocalJob {
 public:
  AwaitedJob(std::shared_ptr<Handover> handover, const std::function<void()>& body,
             const std::optional<wire::OutgoingChain>& chain)
      : LocalJob(chain), handover_(std::move(handover)), body_(body) {}
  void run() noexcept override {
    if (!handover_->take(Handover::State::running)) return;
    serve(body_);
    handover_->done.release();
  }
  [[nodiscard]] std::size_t size_bytes() const noexcept override { return 0; }

 private:
  std::shared_ptr<Handover> handover_;
  const std::function<void()>& body_;  // on the caller's stack, which waits
};

class OnewayJob final : public LocalJob {
 public:
  OnewayJob(std::shared_ptr<server::ActiveObject> object, std::function<void()> body,
            std::size_t bytes, const std::optional<wire::OutgoingChain>& chain)
      : LocalJob(chain), object_(std::move(object)), body_(std::move(body)), bytes_(bytes) {}
  void run() noexcept override { serve(body_); }
  [[nodiscard]] std::size_t size_bytes() const noexcept override { return bytes_; }

 private:
  std::shared_ptr<server::ActiveObject> object_;
  std::function<void()> body_;
  std::size_t bytes_;
};

bool wait(os::BinarySemaphore& semaphore, Deadline deadline) {
  if (!deadline.is_never()) return semaphore.try_acquire_until(deadline.moment());
  semaphore.acquire();
  return true;
}

}  // namespace

// Only an OrbCore makes references, and it is the one that knows what is local to them.
OrbCore& orb_of(const client::Reference& reference) noexcept {
  return static_cast<OrbCore&>(reference.client().local());
}

std::shared_ptr<server::ActiveObject> local_object(const client::Reference& reference) {
  auto object = orb_of(reference).adapter().find(reference.object_key());
  return object && object->is_active() ? object : nullptr;
}

Result<void, wire::CallFailure> run_in_lane(server::ActiveObject& object,
                                            const std::function<void()>& body, Deadline deadline,
                                            client::Overtaking overtaking) {
  const bool may_nest = overtaking == client::Overtaking::if_nested;
  if (object.lane().is_here()) {
    if (!may_nest) return unexpected(would_wait_for_itself());
    body();
    return {};
  }
  const os::BlockedThread blocked{os::BlockedThread::BlockKind::needed};
  if (!blocked.may_wait()) return unexpected(would_wait_for_itself());
  const auto chain = may_nest ? wire::OutgoingChain::of_this_thread() : std::nullopt;
  std::optional<wire::NestedWait> waits;
  if (chain && chain->token) waits.emplace(*chain->token);
  const auto handover = std::make_shared<Handover>();
  if (auto taken = submit(object, std::make_unique<AwaitedJob>(handover, body, chain), deadline);
      !taken)
    return taken;
  if (wait(handover->done, deadline)) return {};
  if (handover->take(Handover::State::abandoned)) return unexpected(not_begun());
  handover->done
      .acquire();  // it runs on the arguments of this call: they must stay until it has finished
  return {};
}

Result<void, wire::CallFailure> queue_in_lane(const std::shared_ptr<server::ActiveObject>& object,
                                              std::function<void()> body, std::size_t bytes,
                                              wire::SyncScope scope, Deadline deadline,
                                              client::Overtaking overtaking,
                                              const std::optional<wire::OutgoingChain>& chain) {
  if (scope == wire::SyncScope::with_target)
    return run_in_lane(*object, body, deadline, overtaking);
  return submit(*object, std::make_unique<OnewayJob>(object, std::move(body), bytes, chain),
                deadline);
}

Result<void, wire::CallFailure> start_in_lane(client::AsyncCall& call,
                                              client::AsyncCall::Manner manner,
                                              const std::shared_ptr<server::ActiveObject>& object,
                                              std::function<void()> body, std::size_t bytes) {
  auto run = call.local_invocation(manner, std::move(body));
  const auto& request = call.request();
  return queue_in_lane(object, std::move(run), bytes, wire::SyncScope::with_transport,
                       call.deadline(), request.may_overtake(), request.chain());
}

}  // namespace orbweaver::engine
