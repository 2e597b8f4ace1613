// The table from object keys to active objects, of all adapters of an ORB. Three kinds of keys:
//
//   transient    "OW", this ORB's stamp, the number of the adapter, the object's id: a reference
//                from an earlier life of the ORB, or of the adapter, finds nothing
//   persistent   "OP/server/adapter/...:" and the object's id: the same in each life
//   plain names  for corbaloc references
#pragma once
#include <orbweaver/giop/ior.hpp>
#include <orbweaver/server/active_object.hpp>
#include <orbweaver/server/object_policies.hpp>

#include <array>
#include <atomic>
#include <memory>
#include <optional>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace orbweaver::server {

/// Threads: all calls from any thread.
class ObjectAdapter {
 public:
  /// `calling_thread` and `pool` serve the dispatch kinds that need no queue per object; `alarm`
  /// the sequencers.
  ObjectAdapter(dispatch::Dispatcher& calling_thread, dispatch::ThreadPool& pool,
                dispatch::Alarm& alarm, flow::Watermarks lane_watermarks);

  /// What the keys of one more adapter with transient objects begin with.
  [[nodiscard]] std::string make_transient_prefix();
  /// False if the key is taken.
  [[nodiscard]] bool activate(std::string key, std::shared_ptr<Servant> servant,
                              const ObjectPolicies& policies);
  /// Takes the object out and returns it; requests already accepted are finished. Null if there is
  /// none.
  std::shared_ptr<ActiveObject> deactivate(Bytes key);
  [[nodiscard]] std::shared_ptr<ActiveObject> find(Bytes key) const;
  /// What the users of objects whose requests pass `gate` hold now; later users hold others. For
  /// wait_for_uses().
  [[nodiscard]] std::vector<std::shared_ptr<ActiveObject>> end_uses_at(const AdapterGate& gate);
  /// Returns when only `objects` holds what is in it: every request keeps its object. They
  /// come from deactivate() or end_uses_at(). Not from a servant.
  static void wait_for_uses(std::vector<std::shared_ptr<ActiveObject>> objects);
  /// Whether `key` is transient and of this life.
  [[nodiscard]] bool is_own_key(Bytes key) const noexcept;
  /// Whether `key` is a persistent one, of whatever ORB.
  [[nodiscard]] static bool is_persistent_key(Bytes key) noexcept;
  /// A lane for the objects of a single-thread adapter (ObjectPolicies::shared_lane).
  /// `pool` null: in the ORB's.
  [[nodiscard]] std::shared_ptr<dispatch::Lane> make_lane(const PoolAndBounds* pool) const;

  /// The most requests that waited at once for this object: in its lane, or in the pool if that is
  /// its dispatch (there also those of other objects). Nothing if it is not active.
  [[nodiscard]] std::optional<std::size_t> most_waiting(Bytes key) const;

  /// Hands on every request that waits for a missing one.
  void stop_waiting();
  /// A gate for the objects of some adapters (ObjectPolicies::gate).
  [[nodiscard]] std::shared_ptr<AdapterGate> make_gate(AdapterGate::State state);
  /// Ends every gate: what it holds is not taken any more.
  void end_gates();
  /// Returns when no request waits or runs in any lane. Not from a servant.
  void wait_until_idle() noexcept;
  /// Takes every object out and lets go of its servant.
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
                                                          std::shared_ptr<Servant> servant,
                                                          ObjectPolicies policies) const;
  [[nodiscard]] std::unique_ptr<const RealTime> make_real_time(
      const ObjectPolicies& policies, const std::shared_ptr<dispatch::Lane>& lane,
      dispatch::Dispatcher& remote) const;
  [[nodiscard]] std::vector<std::shared_ptr<ActiveObject>> all_objects() const;

  dispatch::Dispatcher& calling_thread_;
  dispatch::ThreadPool& pool_;
  dispatch::Alarm& alarm_;
  flow::Watermarks lane_watermarks_;
  std::array<std::byte, kStampSize> stamp_;
  mutable std::shared_mutex mutex_;
  Objects objects_;  // by key
  std::shared_ptr<AdapterGate> open_gate_ = std::make_shared<AdapterGate>();
  std::vector<std::weak_ptr<AdapterGate>> gates_;
  std::atomic<std::uint32_t> next_adapter_{0};
};

}  // namespace orbweaver::server
