// SPDX-License-Identifier: Apache-2.0
#include "state/orbs.hpp"

#include <orbweaver/corba/detail/orb_access.hpp>
#include <orbweaver/engine/orb_core.hpp>
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/mutex.hpp>

#include <algorithm>
#include <mutex>
#include <vector>

namespace orbweaver::corba {

namespace {

struct Entry {
  const engine::OrbCore* core;
  std::string id;
  std::weak_ptr<CORBA::ORB> orb;
};

struct Orbs {
  os::Mutex mutex;
  std::vector<Entry> all;
};

// Never destroyed: requests may run while the program's static objects are destroyed.
Orbs& orbs() {
  static Orbs& instance = *new Orbs;
  return instance;
}

bool can_be_used(const CORBA::ORB& orb) {
  return !OrbAccess::is_destroyed(orb) && !OrbAccess::core(orb)->is_of_parent();
}

// Requires: the lock is held. All ORBs with that id, which the caller releases without the lock: it
// may be the last owner, and then ends the ORB.
std::vector<std::shared_ptr<CORBA::ORB>> all_with_id(const Orbs& known, const std::string& id) {
  std::vector<std::shared_ptr<CORBA::ORB>> found;
  for (const auto& entry : known.all)
    if (entry.id == id)
      if (auto orb = entry.orb.lock()) found.push_back(std::move(orb));
  return found;
}

}  // namespace

std::string unused_orb_id() {
  static os::Atomic<unsigned> count{0};
  return "orbweaver-" + std::to_string(++count);
}

OrbOfId orb_with_id(const std::string& id,
                    const std::function<std::shared_ptr<CORBA::ORB>()>& make) {
  std::vector<std::shared_ptr<CORBA::ORB>> same;
  auto& known = orbs();
  const std::lock_guard lock(known.mutex);
  same = all_with_id(known, id);
  for (const auto& orb : same)
    if (can_be_used(*orb)) return {orb, false};
  std::erase_if(known.all, [](const Entry& other) { return other.orb.expired(); });
  auto result = make();
  known.all.push_back({OrbAccess::core(*result).get(), id, result});
  return {std::move(result), true};
}

CORBA::object_reference<CORBA::ORB> orb_of(const engine::OrbCore& core) {
  auto& known = orbs();
  const std::lock_guard lock(known.mutex);
  // An engine may lie where that of an earlier ORB lay, whose entry is still there.
  const auto is_it = [&](const Entry& entry) {
    return entry.core == &core && !entry.orb.expired();
  };
  const auto found = std::ranges::find_if(known.all, is_it);
  return found != known.all.end() ? found->orb.lock() : nullptr;
}

}  // namespace orbweaver::corba
