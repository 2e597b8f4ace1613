// SPDX-License-Identifier: Apache-2.0
// The policies of an object, chosen when it is activated.
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
  /// The limits of its sequencer: the window for early requests of a series, and how long to wait
  /// for a missing request.
  dispatch::SequencerLimits order_limits;
  /// The gate that its requests pass; null: a gate that is always open.
  std::shared_ptr<AdapterGate> gate = nullptr;
  /// A lane that several objects share, so that only one request of all of them runs at a time;
  /// null: the object has a lane of its own.
  std::shared_ptr<dispatch::Lane> shared_lane = nullptr;
  /// Only the threads of this pool run its requests. Null: the threads of the ORB's pool run them,
  /// or for brief requests the thread that read them.
  std::shared_ptr<const PoolAndBounds> pool = nullptr;
  /// Decides the priority of its requests; empty: they run at the threads' priority.
  std::optional<giop::PriorityModelValue> priority_model = {};
  /// The adapter that activated it, for callers that know its type.
  std::weak_ptr<void> adapter = {};
  /// The names of the adapter and of the adapters above it, for log lines: "RootPOA/radio". May be
  /// null.
  std::shared_ptr<const std::string> adapter_path = nullptr;
};

}  // namespace orbweaver::server
