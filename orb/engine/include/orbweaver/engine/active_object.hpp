// An object that a servant incarnates now, and the queue that its requests go through.
#pragma once
#include <orbweaver/dispatch/job.hpp>
#include <orbweaver/dispatch/lane.hpp>
#include <orbweaver/dispatch/lane_sequencer.hpp>
#include <orbweaver/engine/policies.hpp>
#include <orbweaver/engine/servant.hpp>
#include <orbweaver/engine/service_time.hpp>

#include <atomic>
#include <memory>

namespace orbweaver::engine {

/// Shared by the object adapter, requests in flight and collocated references.
class ActiveObject {
 public:
  ActiveObject(std::shared_ptr<Servant> servant, Dispatch dispatch, dispatch::Dispatcher& remote,
               std::shared_ptr<dispatch::Lane> lane,
               std::shared_ptr<dispatch::LaneSequencer> sequencer)
      : servant_(std::move(servant)),
        dispatch_(dispatch),
        remote_(remote),
        lane_(std::move(lane)),
        sequencer_(std::move(sequencer)) {}

  [[nodiscard]] Servant& servant() const noexcept { return *servant_; }
  [[nodiscard]] const std::shared_ptr<Servant>& shared_servant() const noexcept { return servant_; }
  [[nodiscard]] Dispatch dispatch() const noexcept { return dispatch_; }
  /// Where requests from connections go, by the object's Dispatch.
  [[nodiscard]] dispatch::Dispatcher& dispatcher() noexcept { return remote_; }
  /// Where collocated requests queue, and those with a place in a stream, whatever the Dispatch.
  [[nodiscard]] dispatch::Lane& lane() noexcept { return *lane_; }
  /// What puts those in order, in the lane.
  [[nodiscard]] dispatch::LaneSequencer& sequencer() noexcept { return *sequencer_; }

  [[nodiscard]] ServiceTime& service_time() noexcept { return service_time_; }

  [[nodiscard]] bool is_active() const noexcept { return active_.load(std::memory_order_acquire); }
  /// No request starts any more that was not accepted before. What waits for a missing request no
  /// longer does.
  void deactivate() noexcept {
    active_.store(false, std::memory_order_release);  // pairs with the acquire in is_active
    sequencer_->stop_waiting();
    lane_->close();
  }

 private:
  std::shared_ptr<Servant> servant_;
  Dispatch dispatch_;
  dispatch::Dispatcher& remote_;
  std::shared_ptr<dispatch::Lane> lane_;
  std::shared_ptr<dispatch::LaneSequencer> sequencer_;
  ServiceTime service_time_;
  std::atomic<bool> active_{true};
};

}  // namespace orbweaver::engine
