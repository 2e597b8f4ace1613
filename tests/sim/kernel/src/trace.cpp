// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/sim/trace.hpp>

#include <orbweaver/sim/thread.hpp>

#include "state.hpp"

namespace orbweaver::sim {

void Trace::mix(std::uint64_t word) noexcept {
  hash_ ^= word;
  hash_ *= 0xFF51AFD7ED558CCDU;
  hash_ ^= hash_ >> 32U;
}

void Trace::add(Event event, std::uint64_t first, std::uint64_t second) {
  add(event, first, second, {});
}

// The text is only shown: it is not part of the hash.
void Trace::add(Event event, std::uint64_t first, std::uint64_t second, std::string text) {
  const auto* const thread = this_thread();
  const auto time = virtual_now();
  mix(static_cast<std::uint64_t>(time));
  mix(static_cast<std::uint64_t>(event) << 32U | number_of(thread));
  mix(first);
  mix(second);
  ++events_;
  if (!on_event_) return;
  const KernelMemory kernel;
  on_event_({time, number_of(thread), thread == nullptr ? 0 : thread->process->number, event, first,
             second, std::string{text.c_str(), text.size()}});
}

}  // namespace orbweaver::sim
