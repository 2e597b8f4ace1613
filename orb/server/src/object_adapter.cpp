// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/server/object_adapter.hpp>

#include <orbweaver/os/mutex.hpp>
#include <orbweaver/os/random.hpp>
#include <orbweaver/os/semaphore.hpp>
#include <orbweaver/server/own_pools.hpp>
#include <orbweaver/wire/key_number.hpp>

#include <algorithm>
#include <cstring>
#include <utility>

namespace orbweaver::server {

namespace {

std::string_view name_of(Bytes key) noexcept { return as_text(key); }

// "OW" and eight octets that no other ORB has.
std::array<std::byte, 10> make_stamp() {
  std::array<std::byte, 10> prefix{std::byte{'O'}, std::byte{'W'}};
  const auto stamp = os::random_number();
  std::memcpy(prefix.data() + 2, &stamp, sizeof stamp);
  return prefix;
}

// The deleter of the shared_ptr that each user of an object holds: so a thread can wait for the end
// of all uses while the object lives on, and requests pay nothing for that. Only the thread that
// waits sets `over`, before it lets go of its own share.
struct Lease {
  std::shared_ptr<ActiveObject> owner;
  std::shared_ptr<os::Latch> over;
  void operator()(ActiveObject*) noexcept {
    owner.reset();
    if (over) over->count_down();
  }
};

std::shared_ptr<ActiveObject> lease(std::shared_ptr<ActiveObject> object) {
  auto* const used = object.get();
  return {used, Lease{std::move(object), nullptr}};
}

}  // namespace

ObjectAdapter::ObjectAdapter(dispatch::Dispatcher& calling_thread, dispatch::ThreadPool& pool,
                             dispatch::Alarm& alarm, dispatch::Watermarks lane_watermarks)
    : calling_thread_(calling_thread),
      pool_(pool),
      alarm_(alarm),
      lane_watermarks_(lane_watermarks),
      stamp_(make_stamp()) {}

std::shared_ptr<dispatch::Lane> ObjectAdapter::make_lane(const PoolAndBounds* pool) const {
  if (pool != nullptr) return std::make_shared<dispatch::Lane>(pool->pool(), pool->watermarks);
  return std::make_shared<dispatch::Lane>(pool_, lane_watermarks_);
}

std::shared_ptr<ActiveObject> ObjectAdapter::make_object(std::string key,
                                                         std::shared_ptr<ServantDispatch> servant,
                                                         ObjectPolicies policies) const {
  if (!policies.gate) policies.gate = open_gate_;
  auto lane = policies.shared_lane ? policies.shared_lane : make_lane(policies.pool.get());
  auto sequencer = std::make_shared<dispatch::LaneSequencer>(lane, alarm_, policies.order_limits);
  auto& remote =
      policies.dispatch == wire::Dispatch::lane ? static_cast<dispatch::Dispatcher&>(*lane)
      : policies.dispatch == wire::Dispatch::pool
          ? static_cast<dispatch::Dispatcher&>(policies.pool ? policies.pool->pool() : pool_)
          : calling_thread_;
  auto real_time = make_real_time(policies, lane, remote);
  return lease(std::make_shared<ActiveObject>(std::move(key), std::move(servant), policies, remote,
                                              std::move(lane), std::move(sequencer),
                                              std::move(real_time)));
}

// An object of one priority, or without a pool of its own, has one lane, like an object without
// real time.
std::unique_ptr<const RealTime> ObjectAdapter::make_real_time(
    const ObjectPolicies& policies, const std::shared_ptr<dispatch::Lane>& lane,
    dispatch::Dispatcher& remote) const {
  const auto* const pool = policies.pool.get();
  if (!policies.priority_model && (pool == nullptr || !pool->lanes.front().buffer)) return nullptr;
  auto real_time = std::make_unique<RealTime>();
  real_time->model = policies.priority_model;
  if (pool == nullptr) {
    real_time->lanes.push_back({0, lane, &remote, nullptr});
    return real_time;
  }
  for (const auto& one : pool->lanes) {
    RealTime::PriorityLane made_lane{one.priority, nullptr, one.pool.get(), one.buffer};
    if (policies.dispatch != wire::Dispatch::pool) {
      const bool is_first = &one == &pool->lanes.front();
      made_lane.lane =
          is_first ? lane : std::make_shared<dispatch::Lane>(*one.pool, pool->watermarks);
      made_lane.dispatcher = made_lane.lane.get();
    }
    real_time->lanes.push_back(std::move(made_lane));
    if (policies.shared_lane) break;  // which runs in one pool
  }
  return real_time;
}

std::string ObjectAdapter::make_transient_prefix() {
  const auto number = next_adapter_.fetch_add(1, std::memory_order_relaxed);  // only uniqueness
  std::string prefix{as_text(stamp_)};
  prefix.resize(kPrefixSize);
  wire::put_key_number(prefix.data() + kStampSize, number);
  return prefix;
}

bool ObjectAdapter::activate(std::string key, std::shared_ptr<ServantDispatch> servant,
                             const ObjectPolicies& policies) {
  auto object = make_object(key, std::move(servant), policies);
  const std::unique_lock lock(mutex_);
  make_room_for_all();
  return objects_.emplace(std::move(key), std::move(object)).second;
}

/// Makes room for one more object. Requires: mutex_ held.
void ObjectAdapter::make_room_for_all() {
  constexpr std::size_t kFirst = 8;
  if (room_for_all_.capacity() <= objects_.size())
    room_for_all_.reserve(std::max(kFirst, 2 * objects_.size()));
}

std::shared_ptr<ActiveObject> ObjectAdapter::deactivate(Bytes key) {
  std::shared_ptr<ActiveObject> object;
  {
    const std::unique_lock lock(mutex_);
    const auto found = objects_.find(name_of(key));
    if (found == objects_.end()) return nullptr;
    object = std::move(found->second);
    objects_.erase(found);
  }
  object->deactivate();
  return object;
}

std::shared_ptr<ActiveObject> ObjectAdapter::find(Bytes key) const {
  const std::shared_lock lock(mutex_);
  const auto found = objects_.find(name_of(key));
  return found == objects_.end() ? nullptr : found->second;
}

bool ObjectAdapter::is_own_key(Bytes key) const noexcept {
  return key.size() >= kPrefixSize && std::memcmp(key.data(), stamp_.data(), kStampSize) == 0;
}

// The number of the adapter behind the stamp is small: its last octet is 0.
bool ObjectAdapter::is_key_of_other_run(Bytes key) const noexcept {
  return key.size() > kPrefixSize && name_of(key).starts_with("OW") &&
         key[kPrefixSize - 1] == std::byte{0} && !is_own_key(key);
}

bool ObjectAdapter::is_persistent_key(Bytes key) noexcept {
  return name_of(key).starts_with("OP/");
}

std::vector<std::shared_ptr<ActiveObject>> ObjectAdapter::end_uses_at(const AdapterGate& gate) {
  std::vector<std::shared_ptr<ActiveObject>> used;
  const std::unique_lock lock(mutex_);
  for (auto& [key, object] : objects_)
    if (&object->gate() == &gate)
      used.push_back(std::exchange(object, lease(std::get_deleter<Lease>(object)->owner)));
  return used;
}

void ObjectAdapter::wait_for_uses(std::vector<std::shared_ptr<ActiveObject>> objects) {
  for (auto& object : objects) {
    const auto over = std::make_shared<os::Latch>(1);
    std::get_deleter<Lease>(object)->over = over;
    object.reset();
    over->wait();
  }
}

ObjectAdapter::All ObjectAdapter::all_objects() noexcept {
  const std::unique_lock lock(mutex_);
  auto all = std::exchange(room_for_all_, {});
  for (const auto& [key, object] : objects_) all.push_back(object);
  return all;
}

// Servants that still run may activate objects meanwhile, which makes new room.
template <class Visit>
void ObjectAdapter::visit_all(Visit visit) noexcept {
  auto all = all_objects();
  for (const auto& entry : all) visit(*entry);
  all.clear();
  const std::unique_lock lock(mutex_);
  if (all.capacity() > room_for_all_.capacity()) room_for_all_.swap(all);
}

std::optional<std::size_t> ObjectAdapter::most_waiting(Bytes key) const {
  const auto object = find(key);
  if (!object) return std::nullopt;
  // Collocated requests go through the lane whatever the dispatch is.
  const std::size_t in_lane = object->lane().statistics().most_waiting;
  if (object->dispatch() != wire::Dispatch::pool) return in_lane;
  return std::max(in_lane, pool_.statistics().most_waiting);
}

void ObjectAdapter::stop_waiting() noexcept {
  visit_all([](ActiveObject& object) { object.sequencer().stop_waiting(); });
}

std::shared_ptr<AdapterGate> ObjectAdapter::make_gate(AdapterGate::State state) {
  auto gate = std::make_shared<AdapterGate>(state, lane_watermarks_.high_messages);
  const std::unique_lock lock(mutex_);
  std::erase_if(gates_, [](const auto& other) { return other.expired(); });
  gates_.push_back(gate);
  return gate;
}

// The last gate comes first: when make_gate() drops gates meanwhile, the gates behind them move to
// the front, where this loop meets them later, perhaps for a second time.
void ObjectAdapter::end_gates() noexcept {
  for (auto left = gates_now(); left > 0; --left)
    if (const auto gate = gate_at(left - 1)) gate->end();
}

std::size_t ObjectAdapter::gates_now() const noexcept {
  const std::shared_lock lock(mutex_);
  return gates_.size();
}

std::shared_ptr<AdapterGate> ObjectAdapter::gate_at(std::size_t index) const noexcept {
  const std::shared_lock lock(mutex_);
  return index < gates_.size() ? gates_[index].lock() : nullptr;
}

void ObjectAdapter::wait_until_idle() noexcept {
  visit_all([](ActiveObject& object) {
    object.lane().wait_until_idle();
    if (object.real_time() == nullptr) return;
    for (const auto& one : object.real_time()->lanes)
      if (one.lane) one.lane->wait_until_idle();
  });
}

void ObjectAdapter::deactivate_all() noexcept {
  visit_all([](ActiveObject& object) { object.deactivate(); });
  Objects objects;
  const std::unique_lock lock(mutex_);
  objects.swap(objects_);
}

}  // namespace orbweaver::server
