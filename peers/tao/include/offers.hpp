// SPDX-License-Identifier: Apache-2.0
// What TAO has of the contract's options; the rest is refused.
#pragma once
#include <set>
#include <string>
#include <vector>

namespace peer {

inline const std::set<std::string> kSyncScopes{"none", "transport", "server", "target"};

/// Of the bench programs.
inline const std::vector<std::string> kBenchTransports{"auto", "unix", "tcp"};

/// Threads of a bench server's pool, all of which TAO starts at once: as many as a stage has.
inline constexpr int kPool = 8;

inline constexpr const char* kWhyNoMarshal =
    "TAO encodes nothing for an object of its own process, which it calls through its POA";

}  // namespace peer
