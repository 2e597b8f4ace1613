// What is chosen for an object when it is activated.
#pragma once
#include <orbweaver/dispatch/sequencer.hpp>
#include <orbweaver/giop/priority.hpp>
#include <orbweaver/wire/policies.hpp>

#include <memory>
#include <optional>
#include <string>

namespace orbweaver::dispatch {
class Lane;
}

namespace orbweaver::server {

class AdapterGate;
struct PoolAndBounds;

/// The choices for an object, made when it is activated.
struct ObjectPolicies {
  wire::Dispatch dispatch = wire::Dispatch::lane;
  /// Of its sequencer: the window in which early requests with a place in a stream are held, and
  /// how long a missing one is waited for.
  dispatch::SequencerLimits order_limits;
  /// Where its requests pass; null: one that is always open.
  std::shared_ptr<AdapterGate> gate = nullptr;
  /// A lane that objects share, so that one request of all of them runs at a time; null: the object
  /// has its own.
  std::shared_ptr<dispatch::Lane> shared_lane = nullptr;
  /// Whose threads run its requests, and only they; null: those of the ORB's pool, or the thread
  /// that read a brief request.
  std::shared_ptr<const PoolAndBounds> pool = nullptr;
  /// Whose priority its requests run at; empty: that of the threads, whatever it is.
  std::optional<giop::PriorityModel> priority_model = {};
  /// What activated it, for callers that know its type.
  std::weak_ptr<void> adapter = {};
  /// The adapter's name and those above it, for log lines: "RootPOA/radio". May be null.
  std::shared_ptr<const std::string> adapter_path = nullptr;
};

}  // namespace orbweaver::server
