// SPDX-License-Identifier: Apache-2.0
// The table from object keys to active objects, for all adapters of an ORB. Three kinds of keys:
//
//   transient    "OW", this ORB's stamp, the number of the adapter, the object's id. A reference
//                from an earlier run of the program, or to an earlier adapter, finds no object
//   persistent   "OP/server/adapter/...:" and the object's id: the same in each run
//   plain names  for corbaloc references
#pragma once
#include <orbweaver/giop/ior.hpp>
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/server/active_object.hpp>
#include <orbweaver/server/object_policies.hpp>

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace orbweaver::server {

/// Threads: all calls from any thread.
class ObjectAdapter {
 public:
  /// `calling_thread` and `pool` are for the dispatch kinds without a queue for each object;
  /// `alarm` is for the sequencers.
  ObjectAdapter(dispatch::Dispatcher& calling_thread, dispatch::ThreadPool& pool,
                dispatch::Alarm& alarm, dispatch::Watermarks lane_watermarks);

  /// The prefix of the keys of a new adapter with transient objects.
  [[nodiscard]] std::string make_transient_prefix();
  /// Adds an object. Returns false if the key is in use.
  [[nodiscard]] bool activate(std::string key, std::shared_ptr<ServantDispatch> servant,
                              const ObjectPolicies& policies);
  /// Removes and returns the object; null if there is none. Requests that were accepted are
  /// finished.
  std::shared_ptr<ActiveObject> deactivate(Bytes key);
  [[nodiscard]] std::shared_ptr<ActiveObject> find(Bytes key) const;
  /// Returns the active objects behind `gate` as requests in flight hold them now, for
  /// wait_for_uses(). Later requests hold new shares.
  [[nodiscard]] std::vector<std::shared_ptr<ActiveObject>> end_uses_at(const AdapterGate& gate);
  /// Blocks until no request holds any of these objects, which come from deactivate() or
  /// end_uses_at(). Must not be called from a servant.
  static void wait_for_uses(std::vector<std::shared_ptr<ActiveObject>> objects);
  /// Whether `key` is transient and of this run of the ORB.
  [[nodiscard]] bool is_own_key(Bytes key) const noexcept;
  /// Whether `key` is transient, and of an earlier run of this ORB, or of another ORB.
  [[nodiscard]] bool is_key_of_other_run(Bytes key) const noexcept;
  /// Whether `key` is persistent, of this or another ORB.
  [[nodiscard]] static bool is_persistent_key(Bytes key) noexcept;
  /// A lane for the objects of a single-thread adapter (ObjectPolicies::shared_lane). It runs in
  /// `pool`; null: in the ORB's pool.
  [[nodiscard]] std::shared_ptr<dispatch::Lane> make_lane(const PoolAndBounds* pool) const;

  /// The most requests that waited at once for this object: in its lane; or, if its dispatch is
  /// `pool`, in the pool, together with the requests of other objects. Nothing if it is not active.
  [[nodiscard]] std::optional<std::size_t> most_waiting(Bytes key) const;

  // One thread at a time calls these at the end of the ORB.
  /// Delivers every request that waits for a missing request.
  void stop_waiting() noexcept;
  /// Makes a gate for the objects of some adapters (ObjectPolicies::gate).
  [[nodiscard]] std::shared_ptr<AdapterGate> make_gate(AdapterGate::State state);
  /// Ends every gate: requests that wait there are not accepted.
  void end_gates() noexcept;
  /// Blocks until no request waits or runs in any lane. Must not be called from a servant.
  void wait_until_idle() noexcept;
  /// Removes every object, and drops its servant.
  void deactivate_all() noexcept;

 private:
  static constexpr std::size_t kStampSize = 10;
  static constexpr std::size_t kPrefixSize = kStampSize + sizeof(std::uint32_t);
  struct KeyHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view key) const noexcept {
      return std::hash<std::string_view>{}(key);
    }
  };
  using Objects =
      std::unordered_map<std::string, std::shared_ptr<ActiveObject>, KeyHash, std::equal_to<>>;
  [[nodiscard]] std::shared_ptr<ActiveObject> make_object(std::string key,
                                                          std::shared_ptr<ServantDispatch> servant,
                                                          ObjectPolicies policies) const;
  [[nodiscard]] std::unique_ptr<const RealTime> make_real_time(
      const ObjectPolicies& policies, const std::shared_ptr<dispatch::Lane>& lane,
      dispatch::Dispatcher& remote) const;
  using All = std::vector<std::shared_ptr<ActiveObject>>;
  [[nodiscard]] std::size_t gates_now() const noexcept;
  /// Returns null if the gate was destroyed.
  [[nodiscard]] std::shared_ptr<AdapterGate> gate_at(std::size_t index) const noexcept;
  void make_room_for_all();
  [[nodiscard]] All all_objects() noexcept;
  /// Calls `visit` with each object, without the lock. Needs no memory: an ORB ends also without.
  template <class Visit>
  void visit_all(Visit visit) noexcept;

  dispatch::Dispatcher& calling_thread_;
  dispatch::ThreadPool& pool_;
  dispatch::Alarm& alarm_;
  dispatch::Watermarks lane_watermarks_;
  std::array<std::byte, kStampSize> stamp_;
  mutable os::SharedMutex mutex_;
  Objects objects_;   // by key
  All room_for_all_;  // empty, with room for all objects
  std::shared_ptr<AdapterGate> open_gate_ = std::make_shared<AdapterGate>();
  std::vector<std::weak_ptr<AdapterGate>> gates_;
  os::Atomic<std::uint32_t> next_adapter_{0};
};

}  // namespace orbweaver::server
