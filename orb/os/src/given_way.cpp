// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/given_way.hpp>

#include <sys/resource.h>

#include <utility>

namespace orbweaver::os {

bool has_given_way() noexcept {
  thread_local long last = 0;
  rusage usage;
  if (::getrusage(RUSAGE_THREAD, &usage) != 0) return false;
  return std::exchange(last, usage.ru_nivcsw) != usage.ru_nivcsw;
}

}  // namespace orbweaver::os
