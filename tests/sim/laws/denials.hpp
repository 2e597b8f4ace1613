// SPDX-License-Identifier: Apache-2.0
// What rules must do: a request that they deny reaches no servant, and is counted once; no other
// request is denied. It lives outside of the simulated processes.
#pragma once
#include <cstdint>
#include <set>

#include "laws/history.hpp"

namespace orbweaver::sim {

class Denials {
 public:
  /// The calls of that sender are denied.
  void denies(std::uint32_t sender);
  /// A call of such a sender has begun: it comes to the server, as no connection breaks.
  void begins() noexcept { ++sent_; }
  /// It ended. Fails the run if it succeeded though its caller waits for the server.
  static void ends(Way way, Ending ending);

  /// A servant has got a request of that sender. Fails the run if it is denied.
  void reaches_servant(std::uint32_t sender, std::uint32_t number) const;

  /// When all such calls have come to the server; `counted`: Statistics::requests_denied.
  void check(std::uint64_t counted) const;

 private:
  std::set<std::uint32_t> denied_;
  std::uint64_t sent_ = 0;
};

}  // namespace orbweaver::sim
