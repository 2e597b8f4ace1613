// SPDX-License-Identifier: Apache-2.0
// What omniORB has of the contract's options; the rest is refused.
#pragma once
#include <set>
#include <string>
#include <vector>

namespace peer {

/// The contract's default, and omniORB's only sync scope.
inline const std::set<std::string> kSyncScopes{"transport"};

/// Of the bench programs.
inline const std::vector<std::string> kBenchTransports{"auto", "unix", "tcp", "tls"};

/// Threads of a bench server's pool, at most: omniORB's default.
inline constexpr int kPool = 100;

/// Empty: omniORB can encode within the process (bench_calls.hpp).
inline constexpr const char* kWhyNoMarshal = "";

}  // namespace peer
