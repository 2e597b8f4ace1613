// What omniORB has of the contract's options; the rest is refused.
#pragma once
#include <set>
#include <string>

namespace peer {

/// The contract's default, and omniORB's only sync scope.
inline const std::set<std::string> kSyncScopes{"transport"};

}  // namespace peer
