#include <orbweaver/engine/collocation.hpp>

#include "nested_wait.hpp"

#include <orbweaver/engine/outgoing_chain.hpp>

#include <atomic>
#include <semaphore>

namespace orbweaver::engine {

namespace {

CallFailure refusal() {
  return {Exception::object_not_exist, Minor::no_such_object, giop::Completion::no,
          "the object was deactivated"};
}

CallFailure lane_full() {
  return {Exception::timeout, Minor::queue_full, giop::Completion::no,
          "the object's lane stayed full for the whole call timeout"};
}

CallFailure not_begun() {
  return {Exception::timeout, Minor::not_begun_in_time, giop::Completion::no,
          "the object was busy with earlier requests for the whole call timeout"};
}

CallFailure would_wait_for_itself() {
  return {Exception::no_resources, Minor::would_wait_for_itself, giop::Completion::no,
          "the call would wait for its own end: a servant filled its own lane, or too many pool "
          "threads wait for full lanes or for calls that come back; raise -ORBlaneDepth, or send "
          "from a thread of your own"};
}

Result<void, CallFailure> submit(ActiveObject& object, std::unique_ptr<dispatch::Job> job,
                                 Deadline deadline) {
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

// Shared by the caller that waits and the job: whoever comes first decides whether the body runs.
struct Handover {
  enum class State { waiting, running, abandoned };
  std::atomic<State> state{State::waiting};
  std::binary_semaphore done{0};

  // acq_rel: pairs with the other side's take, so that an abandoned body is never touched
  [[nodiscard]] bool take(State mine) noexcept {
    auto expected = State::waiting;
    return state.compare_exchange_strong(expected, mine, std::memory_order_acq_rel);
  }
};

// A call within this ORB, in the lane of its object.
class LocalJob : public dispatch::Job {
 public:
  explicit LocalJob(const std::optional<OutgoingChain>& chain) : chain_(chain) {}
  [[nodiscard]] bool is_part_of(Bytes token) const noexcept override {
    return chain_ && chain_->tokens.holds(token);
  }
  [[nodiscard]] bool is_part_of_any() const noexcept override { return chain_.has_value(); }
  [[nodiscard]] std::string told() const override { return "a call of this program"; }

 protected:
  [[nodiscard]] Bytes chain() const noexcept { return chain_ ? chain_->tokens.data() : Bytes{}; }

 private:
  std::optional<OutgoingChain> chain_;
};

class AwaitedJob final : public LocalJob {
 public:
  AwaitedJob(std::shared_ptr<Handover> handover, const std::function<void()>& body,
             const std::optional<OutgoingChain>& chain)
      : LocalJob(chain), handover_(std::move(handover)), body_(body) {}
  void run() noexcept override {
    if (!handover_->take(Handover::State::running)) return;
    {
      const ServantFrame of_the_call(nullptr, {}, chain());
      body_();
    }
    handover_->done.release();
  }
  [[nodiscard]] std::size_t size_bytes() const noexcept override { return 0; }

 private:
  std::shared_ptr<Handover> handover_;
  const std::function<void()>& body_;  // on the caller's stack, which waits
};

class OnewayJob final : public LocalJob {
 public:
  OnewayJob(std::shared_ptr<ActiveObject> object, std::function<void()> body, std::size_t bytes,
            const std::optional<OutgoingChain>& chain)
      : LocalJob(chain), object_(std::move(object)), body_(std::move(body)), bytes_(bytes) {}
  void run() noexcept override {
    const ServantFrame of_the_call(nullptr, {}, chain());
    body_();
  }
  [[nodiscard]] std::size_t size_bytes() const noexcept override { return bytes_; }

 private:
  std::shared_ptr<ActiveObject> object_;
  std::function<void()> body_;
  std::size_t bytes_;
};

bool wait(std::binary_semaphore& semaphore, Deadline deadline) {
  if (!deadline.is_never()) return semaphore.try_acquire_until(deadline.moment());
  semaphore.acquire();
  return true;
}

}  // namespace

Result<void, CallFailure> run_in_lane(ActiveObject& object, const std::function<void()>& body,
                                      Deadline deadline, Overtaking overtaking) {
  const bool may_nest = overtaking == Overtaking::if_nested;
  if (object.lane().is_here()) {
    if (!may_nest) return unexpected(would_wait_for_itself());
    body();
    return {};
  }
  const dispatch::BlockedPoolThread blocked;
  if (!blocked.may_wait()) return unexpected(would_wait_for_itself());
  const auto chain = may_nest ? OutgoingChain::of_this_thread() : std::nullopt;
  std::optional<NestedWait> waits;
  if (chain && chain->token) waits.emplace(*chain->token);
  const auto handover = std::make_shared<Handover>();
  if (auto taken = submit(object, std::make_unique<AwaitedJob>(handover, body, chain), deadline);
      !taken)
    return taken;
  if (wait(handover->done, deadline)) return {};
  if (handover->take(Handover::State::abandoned)) return unexpected(not_begun());
  handover->done.acquire();  // it runs on our arguments: they must stay until it has finished
  return {};
}

Result<void, CallFailure> queue_in_lane(const std::shared_ptr<ActiveObject>& object,
                                        std::function<void()> body, std::size_t bytes,
                                        SyncScope scope, Deadline deadline, Overtaking overtaking,
                                        const std::optional<OutgoingChain>& chain) {
  if (scope == SyncScope::with_target) return run_in_lane(*object, body, deadline, overtaking);
  return submit(*object, std::make_unique<OnewayJob>(object, std::move(body), bytes, chain),
                deadline);
}

}  // namespace orbweaver::engine
