// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/thread_traits.hpp>

namespace orbweaver::os {

std::string_view describe(ThreadError error) noexcept {
  switch (error) {
    case ThreadError::bad_cpu_list:
      return "not a list of processors: write for example 0,2-3 or all";
    case ThreadError::no_such_cpu:
      return "this process may not use such a processor: see nproc --all and taskset -p 1";
    case ThreadError::bad_priority:
      return "a real-time priority is 1 to 99";
    case ThreadError::not_permitted:
      return "real-time scheduling is not permitted: run as root, or allow it with ulimit -r 99";
  }
  return "unknown thread error";
}

}  // namespace orbweaver::os
