// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/signals.hpp>
#include <orbweaver/sim/program.hpp>

#include "simulated.hpp"

#include <cerrno>

namespace orbweaver::os {

namespace {

std::uint64_t bits_of(std::initializer_list<int> signals) noexcept {
  std::uint64_t bits = 0;
  for (const int number : signals) bits |= sim::signal_bit(number);
  return bits;
}

sim::Time moment_of(const Deadline& deadline) noexcept {
  return deadline.is_never() ? sim::kNever : deadline.moment().time_since_epoch().count();
}

}  // namespace

AwaitedSignals::AwaitedSignals(std::initializer_list<int> signals) noexcept
    : signals_(bits_of(signals)) {
  sim::point(sim::kSystemCall);
  sim::block_signals(signals_);
}

int AwaitedSignals::wait(const Deadline& deadline) const noexcept {
  return in_system([&] { return sim::await_signal(signals_, moment_of(deadline)); });
}

void AwaitedSignals::send_to_owner(int signal) const noexcept {
  in_system([&] { sim::send_signal(*owner_, signal); });
}

void AwaitedSignals::send_to(Thread& thread, int signal) noexcept {
  in_system([&] { sim::send_signal(*thread.native_handle(), signal); });
}

void block_all_signals() noexcept { sim::block_signals(~std::uint64_t{0}); }

Result<UniqueFd, SystemError> watch_signals(std::initializer_list<int> signals) noexcept {
  return in_system([&] { return add(std::make_shared<sim::SignalFile>(bits_of(signals))); });
}

int take_signal(int descriptor) noexcept {
  return in_system([&] {
    auto* const signals = file<sim::SignalFile>(descriptor);
    return signals == nullptr ? 0 : signals->take();
  });
}

Result<void, SystemError> send_signal(int process, int signal) noexcept {
  return in_system([&]() -> Result<void, SystemError> {
    auto* const found = sim::process_of(process);
    if (found == nullptr) return unexpected{SystemError{ESRCH, "kill"}};
    sim::send_signal(*found, signal);
    return {};
  });
}

Result<void, SystemError> send_signal_to_group(int group, int signal) noexcept {
  return in_system([&]() -> Result<void, SystemError> {
    if (sim::send_signal_to_group(group, signal)) return {};
    return unexpected{SystemError{ESRCH, "kill"}};
  });
}

}  // namespace orbweaver::os
