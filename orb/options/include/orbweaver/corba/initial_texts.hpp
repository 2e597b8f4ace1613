// SPDX-License-Identifier: Apache-2.0
// For the ORB only: the initial references that the options name.
#pragma once
#include <map>
#include <string>

namespace orbweaver::corba::detail {

struct InitialTexts {
  std::map<std::string, std::string> references;  // -ORBInitRef: by name
  std::string default_prefix;                     // -ORBDefaultInitRef; empty: none
};

}  // namespace orbweaver::corba::detail
