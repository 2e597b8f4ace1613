// What TAO has of the contract's options; the rest is refused.
#pragma once
#include <set>
#include <string>

namespace peer {

inline const std::set<std::string> kSyncScopes{"none", "transport", "server", "target"};

}  // namespace peer
