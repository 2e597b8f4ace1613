// SPDX-License-Identifier: Apache-2.0
// Texts for the end of a program, and for the reason that it did not start.
#include <orbweaver/os/process.hpp>

#include <cstring>

namespace orbweaver::os {

namespace {

const char* name_of(StartStep step) noexcept {
  switch (step) {
    case StartStep::prepare:
      return "prepare";
    case StartStep::group:
      return "process group";
    case StartStep::signal_at_starters_end:
      return "signal at the starter's end";
    case StartStep::orphans:
      return "adopt orphans";
    case StartStep::cpus:
      return "processors";
    case StartStep::scheduling:
      return "scheduling";
    case StartStep::stack:
      return "stack size";
    case StartStep::directory:
      return "working directory";
    case StartStep::descriptors:
      return "descriptors";
    case StartStep::execute:
      return "execute";
  }
  return "unknown step";
}

}  // namespace

std::string describe(const ProcessEnd& end) {
  if (end.kind == ProcessEnd::Kind::exited) return "exit status " + std::to_string(end.value);
  const char* const name = ::sigabbrev_np(end.value);
  return "killed by " + (name ? "SIG" + std::string{name} : "signal " + std::to_string(end.value));
}

std::string describe(const StartError& error) {
  return std::string{name_of(error.step)} + ": " + text_of(error.code);
}

}  // namespace orbweaver::os
