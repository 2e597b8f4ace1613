// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/descriptor_limit.hpp>
#include <orbweaver/os/given_way.hpp>
#include <orbweaver/os/machine.hpp>
#include <orbweaver/os/own_thread.hpp>
#include <orbweaver/os/per_thread.hpp>
#include <orbweaver/os/random.hpp>
#include <orbweaver/os/thread.hpp>
#include <orbweaver/os/tick.hpp>
#include <orbweaver/sim/given_way.hpp>
#include <orbweaver/sim/points.hpp>
#include <orbweaver/sim/process.hpp>
#include <orbweaver/sim/simulation.hpp>

#include <algorithm>

namespace orbweaver::os {

namespace {

constexpr std::uint64_t kMemory = std::uint64_t{4} << 30U;
// The kernel's clock of last_tick() runs in steps.
constexpr sim::Time kTick = 4 * sim::kMillisecond;

bool& own_thread_flag() noexcept { return PerThread<bool, struct OwnThread>::value(); }

}  // namespace

bool is_own_thread() noexcept { return own_thread_flag(); }

Machine this_machine() {
  return {.processors = sim::processors_of(sim::this_process()),
          .processor_quota = {},
          .memory_bytes = kMemory,
          .memory_limit_bytes = {}};
}

void fill_with_random(MutableBytes octets) {
  for (auto& octet : octets) octet = static_cast<std::byte>(sim::random_octet());
}

std::uint64_t random_number() {
  std::uint64_t number = 0;
  for (int i = 0; i < 8; ++i) number = number << 8U | sim::random_octet();
  return number;
}

TimePoint last_tick() noexcept {
  return TimePoint{Nanoseconds{sim::virtual_now() / kTick * kTick}};
}

Result<void, ThreadError> apply_to_this_thread(const ThreadTraits& traits) {
  sim::name_this_thread(traits.name);
  return {};
}

Result<void, ThreadError> set_priority_of_this_thread(int /*priority*/) noexcept { return {}; }
Scheduling scheduling_of_this_thread() noexcept { return {}; }
void restore_scheduling_of_this_thread(Scheduling /*before*/) noexcept {}

Thread start_thread(ThreadTraits traits, std::function<void()> body) {
  return Thread{[traits = std::move(traits), body = std::move(body)] {
    own_thread_flag() = true;
    (void)apply_to_this_thread(traits);
    body();
  }};
}

unsigned usable_cpus() noexcept { return sim::processors_of(sim::this_process()); }

std::uint32_t current_cpu() noexcept {
  return sim::number_of(sim::this_thread()) % sim::processors_of(sim::this_process());
}

// Simulated descriptors have no limit of their own.
std::uint64_t raise_descriptor_limit(std::uint64_t wanted) noexcept { return wanted; }

bool has_given_way() noexcept { return sim::has_given_way(); }

}  // namespace orbweaver::os
