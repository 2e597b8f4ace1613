#include "runners.hpp"

namespace peer {

Runners& Runners::all() {
  static Runners all;
  return all;
}

void Runners::run(const CORBA::ORB_var& orb, int threads) {
  if (threads == 0) return;
  Lent& lent = lent_.emplace_back(Lent{orb, {}});
  for (int i = 0; i < threads; ++i) lent.threads.emplace_back([orb] { orb->run(); });
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
