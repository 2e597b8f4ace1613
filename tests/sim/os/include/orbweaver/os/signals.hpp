// SPDX-License-Identifier: Apache-2.0
// Simulated: orb/os has the product's.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/base/result.hpp>
#include <orbweaver/os/system_error.hpp>
#include <orbweaver/os/thread.hpp>
#include <orbweaver/os/unique_fd.hpp>

#include <csignal>
#include <cstdint>
#include <initializer_list>

namespace orbweaver::os {

class AwaitedSignals {
 public:
  AwaitedSignals(std::initializer_list<int> signals) noexcept;
  [[nodiscard]] int wait(const Deadline& deadline) const noexcept;
  void send_to_owner(int signal) const noexcept;
  static void send_to(Thread& thread, int signal) noexcept;

 private:
  std::uint64_t signals_;
  sim::Thread* owner_ = sim::this_thread();
};

void block_all_signals() noexcept;
[[nodiscard]] Result<UniqueFd, SystemError> watch_signals(
    std::initializer_list<int> signals) noexcept;
[[nodiscard]] int take_signal(int descriptor) noexcept;
[[nodiscard]] Result<void, SystemError> send_signal(int process, int signal) noexcept;
[[nodiscard]] Result<void, SystemError> send_signal_to_group(int group, int signal) noexcept;

}  // namespace orbweaver::os
