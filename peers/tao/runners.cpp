// SPDX-License-Identifier: Apache-2.0
#include "runners.hpp"

namespace peer {

namespace {

void run_until_shut_down(CORBA::ORB_ptr orb) {
  try {
    orb->run();
  } catch (const CORBA::BAD_INV_ORDER&) {
    // It was shut down before this thread began.
  }
}

}  // namespace

Runners& Runners::all() {
  static Runners all;
  return all;
}

void Runners::run(const CORBA::ORB_var& orb, int threads) {
  if (threads == 0) return;
  Lent& lent = lent_.emplace_back(Lent{orb, {}});
  for (int i = 0; i < threads; ++i) lent.threads.emplace_back([orb] { run_until_shut_down(orb); });
}

void Runners::join() {
  for (Lent& lent : lent_)
    for (std::thread& thread : lent.threads) thread.join();
  lent_.clear();
}

Runners::~Runners() {
  for (const Lent& lent : lent_) lent.orb->shutdown(false);
  join();
}

}  // namespace peer
