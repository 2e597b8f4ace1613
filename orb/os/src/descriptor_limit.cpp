// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/descriptor_limit.hpp>

#include <sys/resource.h>

#include <algorithm>

namespace orbweaver::os {

std::uint64_t raise_descriptor_limit(std::uint64_t wanted) noexcept {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return 0;
  auto raised = limit;
  raised.rlim_cur = std::max<rlim_t>(limit.rlim_cur, std::min<rlim_t>(wanted, limit.rlim_max));
  if (raised.rlim_cur == limit.rlim_cur || ::setrlimit(RLIMIT_NOFILE, &raised) != 0)
    return limit.rlim_cur;
  return raised.rlim_cur;
}

}  // namespace orbweaver::os
