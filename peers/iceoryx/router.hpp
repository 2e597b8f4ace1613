// SPDX-License-Identifier: Apache-2.0
// iceoryx's daemon, iox-roudi, as a child of this program.
#pragma once
#include <sys/types.h>

namespace peer {

class Router {
 public:
  /// Returns when the daemon takes clients. Fails: throws std::runtime_error.
  Router();
  /// Ends the daemon. It ends, too, when this program dies.
  ~Router();
  Router(const Router&) = delete;
  Router& operator=(const Router&) = delete;

 private:
  pid_t process_ = -1;
};

}  // namespace peer
