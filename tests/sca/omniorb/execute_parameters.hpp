// SPDX-License-Identifier: Apache-2.0
// The command line of a component or a device, as CF::ExecutableDevice and CF::DeviceManager write
// it: ids and values by turns. SCA 2.2.2, 3.1.3.3.3.5.2.
#pragma once
#include <map>
#include <string>

namespace foreign {

using Parameters = std::map<std::string, std::string>;

inline Parameters parameters_of(int argc, char** argv) {
  Parameters parameters;
  for (int i = 1; i + 1 < argc; i += 2) parameters[argv[i]] = argv[i + 1];
  return parameters;
}

}  // namespace foreign
