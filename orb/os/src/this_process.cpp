// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/this_process.hpp>

#include <sys/prctl.h>
#include <unistd.h>

#include <filesystem>
#include <system_error>

namespace orbweaver::os {

int parent_process_id() noexcept { return static_cast<int>(::getppid()); }

void ask_for_signal_at_parents_end(int signal) noexcept {
  ::prctl(PR_SET_PDEATHSIG, signal, 0, 0, 0);
}

void exit_at_once(int status) noexcept { ::_exit(status); }

std::optional<std::string> program_beside_this(const std::string& name) {
  std::error_code failure;
  const auto here = std::filesystem::read_symlink("/proc/self/exe", failure);
  const auto program = here.parent_path() / name;
  if (failure || !std::filesystem::exists(program, failure)) return std::nullopt;
  return program;
}

}  // namespace orbweaver::os
