// SPDX-License-Identifier: Apache-2.0
#include <bench/program.hpp>

#include <sched.h>

#include <cerrno>
#include <sstream>
#include <stdexcept>
#include <system_error>

namespace bench {
namespace {

[[noreturn]] void refuse(const std::string& list) {
  throw std::invalid_argument("--cpus takes a list as 0,2-3 of processors that exist, not '" +
                              list + "'");
}

void add_range(cpu_set_t& set, const std::string& part, const std::string& list) {
  int first = -1;
  char dash = 0;
  std::istringstream range(part);
  if (!(range >> first)) refuse(list);
  int last = first;
  if (range >> dash && (dash != '-' || !(range >> last))) refuse(list);
  if (first < 0 || last < first || last >= CPU_SETSIZE || range >> dash) refuse(list);
  for (int cpu = first; cpu <= last; ++cpu) CPU_SET(cpu, &set);
}

}  // namespace

void place_process(const std::string& cpus) {
  if (cpus == "all") return;
  cpu_set_t set;
  CPU_ZERO(&set);
  std::istringstream parts(cpus);
  for (std::string part; std::getline(parts, part, ',');) add_range(set, part, cpus);
  if (sched_setaffinity(0, sizeof set, &set) != 0) refuse(cpus);
}

void schedule_process(const std::string& scheduler, int priority) {
  if (scheduler == "other") return;
  const sched_param parameters{.sched_priority = priority};
  if (sched_setscheduler(0, scheduler == "fifo" ? SCHED_FIFO : SCHED_RR, &parameters) == 0) return;
  if (errno == EPERM)
    throw std::invalid_argument(
        "--scheduler " + scheduler +
        ": this user may not; allow it with `ulimit -r 99` (limits.conf: rtprio) or as root");
  throw std::invalid_argument("--priority takes 1 to 99, not " + std::to_string(priority));
}

}  // namespace bench
