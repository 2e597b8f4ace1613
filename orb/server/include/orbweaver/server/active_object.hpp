// SPDX-License-Identifier: Apache-2.0
// An object that a servant incarnates now, and the queue of its requests.
#pragma once
#include <orbweaver/dispatch/job.hpp>
#include <orbweaver/dispatch/lane.hpp>
#include <orbweaver/dispatch/lane_sequencer.hpp>
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/server/adapter_gate.hpp>
#include <orbweaver/server/object_policies.hpp>
#include <orbweaver/server/real_time.hpp>
#include <orbweaver/server/servant.hpp>
#include <orbweaver/server/service_time.hpp>
#include <orbweaver/wire/object_name.hpp>
#include <orbweaver/wire/policies.hpp>
#include <orbweaver/wire/servant_frame.hpp>

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

namespace orbweaver::server {

/// Shared by the object adapter, requests in flight and collocated references.
class ActiveObject final : public wire::CalledObject {
 public:
  /// `policies.gate` is set. `lane` is `policies.shared_lane` if there is one.
  ActiveObject(std::string key, std::shared_ptr<ServantDispatch> servant,
               const ObjectPolicies& policies, dispatch::Dispatcher& remote,
               std::shared_ptr<dispatch::Lane> lane,
               std::shared_ptr<dispatch::LaneSequencer> sequencer,
               std::unique_ptr<const RealTime> real_time = nullptr)
      : key_(std::move(key)),
        adapter_(policies.adapter),
        adapter_path_(policies.adapter_path),
        servant_(std::move(servant)),
        dispatch_(policies.dispatch),
        shares_lane_(policies.shared_lane != nullptr),
        has_own_threads_(policies.pool != nullptr || real_time != nullptr),
        remote_(remote),
        gate_(policies.gate),
        lane_(std::move(lane)),
        sequencer_(std::move(sequencer)),
        real_time_(std::move(real_time)) {}

  /// No other object of this process has, or had, the same number. From 1 on.
  [[nodiscard]] std::uint64_t number() const noexcept { return number_; }
  /// The object key in references to it.
  [[nodiscard]] const std::string& key() const noexcept { return key_; }
  /// ObjectPolicies::adapter; null if it is gone.
  [[nodiscard]] std::shared_ptr<void> adapter() const noexcept { return adapter_.lock(); }
  /// For log lines: "RootPOA/radio/tuner", "RootPOA/#3".
  [[nodiscard]] std::string name() const override {
    return wire::name_in_adapter(adapter_path_ ? *adapter_path_ : std::string{}, as_bytes(key_));
  }
  [[nodiscard]] ServantDispatch& servant() const noexcept { return *servant_; }
  [[nodiscard]] const std::shared_ptr<ServantDispatch>& shared_servant() const noexcept {
    return servant_;
  }
  [[nodiscard]] wire::Dispatch dispatch() const noexcept { return dispatch_; }
  /// The gate that a request passes before it is accepted.
  [[nodiscard]] AdapterGate& gate() const noexcept { return *gate_; }
  [[nodiscard]] const std::shared_ptr<AdapterGate>& shared_gate() const noexcept { return gate_; }
  /// Whether its requests share a lane with those of other objects: a single-thread adapter.
  [[nodiscard]] bool shares_lane() const noexcept { return shares_lane_; }
  /// Whether its requests run only on the threads of a pool that the program made (RT-CORBA).
  [[nodiscard]] bool has_own_threads() const noexcept { return has_own_threads_; }
  /// The dispatcher for requests from connections, as the object's Dispatch says.
  [[nodiscard]] dispatch::Dispatcher& dispatcher() noexcept { return remote_; }
  /// The lane for collocated requests, and for requests with a number in a series, with every
  /// Dispatch.
  [[nodiscard]] dispatch::Lane& lane() noexcept { return *lane_; }
  /// Puts the requests of each series in order, in the lane.
  [[nodiscard]] dispatch::LaneSequencer& sequencer() noexcept { return *sequencer_; }

  /// Null if requests have no priority, as usual.
  [[nodiscard]] const RealTime* real_time() const noexcept { return real_time_.get(); }

  [[nodiscard]] ServiceTime& service_time() noexcept { return service_time_; }

  [[nodiscard]] bool is_active() const noexcept { return active_.load(std::memory_order_acquire); }
  /// From now on no request is accepted; those that were accepted still run. Requests that wait for
  /// a missing one are delivered.
  void deactivate() noexcept {
    active_.store(false, std::memory_order_release);  // pairs with the acquire in is_active
    sequencer_->stop_waiting();
    if (shares_lane_) return;
    lane_->close();
    if (real_time_)
      for (const auto& one : real_time_->lanes)
        if (one.lane) one.lane->close();
  }

 private:
  [[nodiscard]] static std::uint64_t next_number() noexcept {
    static os::Atomic<std::uint64_t> last{0};
    return last.fetch_add(1, std::memory_order_relaxed) + 1;
  }

  const std::uint64_t number_ = next_number();
  std::string key_;
  std::weak_ptr<void> adapter_;
  std::shared_ptr<const std::string> adapter_path_;
  std::shared_ptr<ServantDispatch> servant_;
  wire::Dispatch dispatch_;
  bool shares_lane_, has_own_threads_;
  dispatch::Dispatcher& remote_;
  std::shared_ptr<AdapterGate> gate_;
  std::shared_ptr<dispatch::Lane> lane_;
  std::shared_ptr<dispatch::LaneSequencer> sequencer_;
  std::unique_ptr<const RealTime> real_time_;
  ServiceTime service_time_;
  os::Atomic<bool> active_{true};
};

}  // namespace orbweaver::server
