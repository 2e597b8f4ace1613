#include "startup/orbs.hpp"

#include <orbweaver/corba/detail/orb_access.hpp>
#include <orbweaver/os/mutex.hpp>

#include <algorithm>
#include <vector>

namespace orbweaver::corba {

namespace {

struct Entry {
  const engine::OrbCore* core;
  std::weak_ptr<CORBA::ORB> orb;
};

struct Orbs {
  os::Mutex mutex;
  std::vector<Entry> all;
};

Orbs& orbs() {
  static Orbs instance;
  return instance;
}

}  // namespace

void add_orb(const std::shared_ptr<CORBA::ORB>& orb) {
  auto& known = orbs();
  const std::lock_guard lock(known.mutex);
  std::erase_if(known.all, [](const Entry& other) { return other.orb.expired(); });
  known.all.push_back({OrbAccess::core(*orb).get(), orb});
}

CORBA::object_reference<CORBA::ORB> orb_of(const engine::OrbCore& core) {
  auto& known = orbs();
  const std::lock_guard lock(known.mutex);
  // An engine may lie where that of an earlier ORB lay, whose entry is still there.
  const auto is_it = [&](const Entry& each) { return each.core == &core && !each.orb.expired(); };
  const auto found = std::ranges::find_if(known.all, is_it);
  return found != known.all.end() ? found->orb.lock() : nullptr;
}

}  // namespace orbweaver::corba
