// SPDX-License-Identifier: Apache-2.0
// What the simulated system calls have in common.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/os/system_error.hpp>
#include <orbweaver/os/unique_fd.hpp>
#include <orbweaver/sim/file.hpp>
#include <orbweaver/sim/heap.hpp>
#include <orbweaver/sim/points.hpp>
#include <orbweaver/sim/process.hpp>

#include <memory>

namespace orbweaver::os {

/// A system call: a step after which another thread may run, in the simulator's own memory.
template <class Call>
auto in_system(Call call) {
  sim::point(sim::kSystemCall);
  const sim::KernelMemory kernel;
  const sim::HeldFiles held;
  return call();
}

inline Result<UniqueFd, SystemError> add(std::shared_ptr<sim::File> file) {
  return UniqueFd{sim::add_file(std::move(file))};
}

/// Lives until the end of the system call, as another thread may close the descriptor meanwhile.
/// Null: it is none, or another kind of file. Call it in in_system().
template <class Kind>
Kind* file(int fd) noexcept {
  return dynamic_cast<Kind*>(sim::hold_file(fd));
}

}  // namespace orbweaver::os
