// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/allowed_cpus.hpp>

#include <orbweaver/os/thread.hpp>

#include <sched.h>

namespace orbweaver::os {

// The kernel cuts the set of all processors down to those that the control group allows.
std::vector<unsigned> allowed_cpus() {
  std::vector<unsigned> found;
  start_thread({.name = "os.cpus"}, [&] {
    cpu_set_t set;
    CPU_ZERO(&set);
    for (unsigned cpu = 0; cpu < CPU_SETSIZE; ++cpu) CPU_SET(cpu, &set);
    (void)::sched_setaffinity(0, sizeof set, &set);
    if (::sched_getaffinity(0, sizeof set, &set) != 0) return;
    for (unsigned cpu = 0; cpu < CPU_SETSIZE; ++cpu)
      if (CPU_ISSET(cpu, &set)) found.push_back(cpu);
  }).join();
  return found;
}

}  // namespace orbweaver::os
