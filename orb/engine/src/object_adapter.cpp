#include <orbweaver/engine/object_adapter.hpp>

#include <algorithm>
#include <cstring>
#include <mutex>
#include <random>

namespace orbweaver::engine {

namespace {

std::string_view name_of(Bytes key) noexcept { return as_text(key); }

// "OW" and eight bytes that no other ORB has: the clock, and noise for two that start at once.
std::array<std::byte, 10> make_prefix() {
  std::array<std::byte, 10> prefix{std::byte{'O'}, std::byte{'W'}};
  std::random_device noise;
  const std::uint64_t stamp =
      static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count()) ^
      (std::uint64_t{noise()} << 32) ^ noise();
  std::memcpy(prefix.data() + 2, &stamp, sizeof stamp);
  return prefix;
}

}  // namespace

ObjectAdapter::ObjectAdapter(dispatch::Dispatcher& calling_thread, dispatch::ThreadPool& pool,
                             dispatch::Alarm& alarm, flow::Watermarks lane_watermarks)
    : calling_thread_(calling_thread),
      pool_(pool),
      alarm_(alarm),
      lane_watermarks_(lane_watermarks),
      prefix_(make_prefix()) {}

std::shared_ptr<ActiveObject> ObjectAdapter::make_object(std::shared_ptr<Servant> servant,
                                                         const ObjectPolicies& policies) {
  const auto dispatch = policies.dispatch;
  auto lane = std::make_shared<dispatch::Lane>(pool_, lane_watermarks_);
  auto sequencer = std::make_shared<dispatch::LaneSequencer>(lane, alarm_, policies.order_limits);
  auto& remote = dispatch == Dispatch::lane   ? static_cast<dispatch::Dispatcher&>(*lane)
                 : dispatch == Dispatch::pool ? static_cast<dispatch::Dispatcher&>(pool_)
                                              : calling_thread_;
  return std::make_shared<ActiveObject>(std::move(servant), dispatch, remote, std::move(lane),
                                        std::move(sequencer));
}

giop::OctetBuffer ObjectAdapter::activate(std::shared_ptr<Servant> servant,
                                          const ObjectPolicies& policies) {
  auto object = make_object(std::move(servant), policies);
  const std::unique_lock lock(mutex_);
  const std::uint32_t id = next_id_++;
  giop::OctetBuffer key(prefix_.begin(), prefix_.end());
  key.resize(kPrefixSize + sizeof id);
  std::memcpy(key.data() + kPrefixSize, &id, sizeof id);
  objects_.emplace(name_of(key), std::move(object));
  return key;
}

bool ObjectAdapter::activate_as(std::string name, std::shared_ptr<Servant> servant,
                                const ObjectPolicies& policies) {
  auto object = make_object(std::move(servant), policies);
  const std::unique_lock lock(mutex_);
  return objects_.emplace(std::move(name), std::move(object)).second;
}

bool ObjectAdapter::deactivate(Bytes key) {
  std::shared_ptr<ActiveObject> object;
  {
    const std::unique_lock lock(mutex_);
    const auto found = objects_.find(name_of(key));
    if (found == objects_.end()) return false;
    object = std::move(found->second);
    objects_.erase(found);
  }
  object->deactivate();
  return true;
}

std::shared_ptr<ActiveObject> ObjectAdapter::find(Bytes key) const {
  const std::shared_lock lock(mutex_);
  const auto found = objects_.find(name_of(key));
  return found == objects_.end() ? nullptr : found->second;
}

giop::OctetBuffer ObjectAdapter::key_of(const Servant& servant) const {
  const std::shared_lock lock(mutex_);
  const auto found = std::ranges::find_if(
      objects_, [&](const auto& entry) { return &entry.second->servant() == &servant; });
  if (found == objects_.end()) return {};
  const auto key = as_bytes(found->first);
  return {key.begin(), key.end()};
}

bool ObjectAdapter::is_own_key(Bytes key) const noexcept {
  return key.size() == kPrefixSize + sizeof(std::uint32_t) &&
         std::memcmp(key.data(), prefix_.data(), kPrefixSize) == 0;
}

std::vector<std::shared_ptr<ActiveObject>> ObjectAdapter::all_objects() const {
  const std::shared_lock lock(mutex_);
  std::vector<std::shared_ptr<ActiveObject>> objects;
  objects.reserve(objects_.size());
  for (const auto& [key, object] : objects_) objects.push_back(object);
  return objects;
}

std::optional<std::size_t> ObjectAdapter::most_waiting(Bytes key) const {
  const auto object = find(key);
  if (!object) return std::nullopt;
  // Collocated requests go through the lane whatever the dispatch is.
  const std::size_t in_lane = object->lane().statistics().most_waiting;
  if (object->dispatch() != Dispatch::pool) return in_lane;
  return std::max(in_lane, pool_.statistics().most_waiting);
}

void ObjectAdapter::stop_waiting() {
  for (const auto& object : all_objects()) object->sequencer().stop_waiting();
}

void ObjectAdapter::wait_until_idle() noexcept {
  for (const auto& object : all_objects()) object->lane().wait_until_idle();
}

void ObjectAdapter::deactivate_all() noexcept {
  for (const auto& object : all_objects()) object->deactivate();
  std::map<std::string, std::shared_ptr<ActiveObject>, std::less<>> objects;
  const std::unique_lock lock(mutex_);
  objects.swap(objects_);
}

}  // namespace orbweaver::engine
