// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/engine/end_orb.hpp>

#include <orbweaver/engine/orb_core.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/os/own_thread.hpp>
#include <orbweaver/os/thread.hpp>
#include <orbweaver/wire/servant_frame.hpp>

#include <exception>
#include <utility>
#include <vector>

namespace orbweaver::engine {

namespace {

struct KeptOrbs {
  os::Mutex mutex;
  std::vector<std::shared_ptr<OrbCore>> orbs;
};

// For good: an ORB cannot be destroyed without its threads. Reachable, so that it counts as no
// leak.
void keep(std::shared_ptr<OrbCore> orb) {
  static KeptOrbs& kept = *new KeptOrbs;
  const std::lock_guard lock(kept.mutex);
  kept.orbs.push_back(std::move(orb));
}

void end_in_another_thread(const std::shared_ptr<OrbCore>& orb) try {
  os::start_thread({.name = "ow-end"}, [orb] { orb->shutdown(); }).detach();
} catch (const std::exception&) {  // no thread, or no memory for one
  orb->request_shutdown();
  keep(orb);
}

}  // namespace

void end_orb(std::shared_ptr<OrbCore> orb) noexcept {
  if (orb->is_of_parent()) return keep(std::move(orb));
  if (wire::ServantFrame::innermost() != nullptr || os::is_own_thread())
    return end_in_another_thread(orb);
  orb->shutdown();
}

}  // namespace orbweaver::engine
