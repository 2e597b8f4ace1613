// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/guard/hosting/host_program.hpp>

#include <orbweaver/os/this_process.hpp>

namespace orbweaver::guard::hosting {

std::optional<std::string> program_beside_this() {
  return os::program_beside_this("orbweaver-component-host");
}

}  // namespace orbweaver::guard::hosting
