// The table from object keys to active objects. Two kinds of keys: those that the adapter makes
// (transient, stamped with this ORB's start, so that a reference from an earlier life finds
// nobody), and plain names for corbaloc references.
#pragma once
#include <orbweaver/engine/active_object.hpp>
#include <orbweaver/engine/policies.hpp>
#include <orbweaver/giop/ior.hpp>

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <shared_mutex>
#include <string>
#include <vector>

namespace orbweaver::engine {

/// Threads: all calls from any thread.
class ObjectAdapter {
 public:
  /// `calling_thread` and `pool` serve the dispatch kinds that need no queue per object; `alarm`
  /// the sequencers.
  ObjectAdapter(dispatch::Dispatcher& calling_thread, dispatch::ThreadPool& pool,
                dispatch::Alarm& alarm, flow::Watermarks lane_watermarks);

  /// Activates under a new key, which is returned.
  [[nodiscard]] giop::OctetBuffer activate(std::shared_ptr<Servant> servant,
                                           const ObjectPolicies& policies);
  /// Activates under a name. False if the name is taken.
  [[nodiscard]] bool activate_as(std::string name, std::shared_ptr<Servant> servant,
                                 const ObjectPolicies& policies);
  /// Takes the object out; requests already accepted are finished. False if there is none.
  bool deactivate(Bytes key);
  [[nodiscard]] std::shared_ptr<ActiveObject> find(Bytes key) const;
  /// The key under which `servant` was activated first; empty if it was not.
  [[nodiscard]] giop::OctetBuffer key_of(const Servant& servant) const;
  /// Whether `key` was made by this adapter (not by an earlier life of it).
  [[nodiscard]] bool is_own_key(Bytes key) const noexcept;

  /// The most requests that waited at once for this object: in its lane, or in the pool if that is
  /// its dispatch (there also those of other objects). Nothing if it is not active.
  [[nodiscard]] std::optional<std::size_t> most_waiting(Bytes key) const;

  /// Hands on every request that waits for a missing one.
  void stop_waiting();
  /// Returns when no request waits or runs in any lane. Not from a servant.
  void wait_until_idle() noexcept;
  /// Takes every object out and lets go of its servant.
  void deactivate_all() noexcept;

 private:
  static constexpr std::size_t kPrefixSize = 10;
  [[nodiscard]] std::shared_ptr<ActiveObject> make_object(std::shared_ptr<Servant> servant,
                                                          const ObjectPolicies& policies);
  [[nodiscard]] std::vector<std::shared_ptr<ActiveObject>> all_objects() const;

  dispatch::Dispatcher& calling_thread_;
  dispatch::ThreadPool& pool_;
  dispatch::Alarm& alarm_;
  flow::Watermarks lane_watermarks_;
  std::array<std::byte, kPrefixSize> prefix_;
  mutable std::shared_mutex mutex_;
  std::map<std::string, std::shared_ptr<ActiveObject>, std::less<>> objects_;  // by key
  std::uint32_t next_id_ = 1;
};

}  // namespace orbweaver::engine
