// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/debugger.hpp>

#include <orbweaver/os/thread.hpp>

#include <sys/prctl.h>

#include <csignal>
#include <fstream>
#include <string>
#include <string_view>

namespace orbweaver::os {

namespace {

constexpr Nanoseconds kLooksAgain = std::chrono::milliseconds{20};

volatile std::sig_atomic_t was_continued = 0;

}  // namespace

bool has_debugger() {
  constexpr std::string_view kTracer = "TracerPid:";
  std::ifstream status{"/proc/self/status"};
  for (std::string line; std::getline(status, line);)
    if (line.starts_with(kTracer)) return line.find_first_of("123456789") != std::string::npos;
  return false;
}

void await_debugger() {
  ::prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0,
          0);  // fails where every process may attach anyway
  // This loop does not see a debugger that leaves before it has let this process run.
  std::signal(SIGCONT, [](int) { was_continued = 1; });
  while (!has_debugger() && was_continued == 0) sleep_for(kLooksAgain);
  std::signal(SIGCONT, SIG_DFL);
}

}  // namespace orbweaver::os
