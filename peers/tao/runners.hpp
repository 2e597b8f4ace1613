// SPDX-License-Identifier: Apache-2.0
// The threads that run TAO's ORBs: TAO takes requests only in threads that were lent to it.
#pragma once
#include "corba.hpp"

#include <list>
#include <thread>
#include <vector>

namespace peer {

class Runners {
 public:
  /// Those of this process.
  static Runners& all();

  void run(const CORBA::ORB_var& orb, int threads);

  /// Blocks: until the ORBs are shut down. Call it before one is destroyed: TAO leaves the threads
  /// that still run it in memory that is gone.
  void join();

  /// Shuts down the ORBs that still run, as after a failure. An ORB that was destroyed was joined
  /// before.
  ~Runners();

 private:
  struct Lent {
    CORBA::ORB_var orb;
    std::vector<std::thread> threads;
  };
  std::list<Lent> lent_;
};

}  // namespace peer
