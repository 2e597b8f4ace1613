// SPDX-License-Identifier: Apache-2.0
// What the client tries: each case has a name, and says why it failed; empty if it did not. Cases
// run in the order of their names.
#pragma once
#include "corba.hpp"

#include <functional>
#include <map>
#include <string>

#include "Resource.hh"

namespace resource_client {

using Cases = std::map<std::string, std::function<std::string(CF::Resource_ptr)>>;

/// configure, query and runTest, with Any values of several types.
Cases property_cases();
/// Life cycle and ports.
Cases port_cases();

/// "" if it holds, else `why`.
inline std::string unless(bool holds, const std::string& why) { return holds ? "" : why; }

}  // namespace resource_client
