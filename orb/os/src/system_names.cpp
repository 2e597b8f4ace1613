// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/system_names.hpp>

#include <sys/utsname.h>

namespace orbweaver::os {

std::optional<SystemNames> names_of_this_system() {
  utsname names{};
  if (::uname(&names) != 0) return std::nullopt;
  return SystemNames{names.sysname, names.release, names.machine, names.nodename};
}

}  // namespace orbweaver::os
