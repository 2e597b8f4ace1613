// SPDX-License-Identifier: Apache-2.0
#include "laws/denials.hpp"

#include <orbweaver/sim/heap.hpp>
#include <orbweaver/sim/simulation.hpp>

#include <fmt/format.h>

#include <string>

namespace orbweaver::sim {

void Denials::denies(std::uint32_t sender) {
  const KernelMemory kernel;
  denied_.insert(sender);
}

void Denials::ends(Way way, Ending ending) {
  const bool is_answered = way != Way::none && way != Way::with_transport;
  if (is_answered && ending != Ending::not_run)
    fail("a denied request is refused",
         fmt::format("one in the way {} ended with {}", name_of(way), static_cast<int>(ending)));
}

void Denials::reaches_servant(std::uint32_t sender, std::uint32_t number) const {
  if (denied_.contains(sender))
    fail("a denied request reaches no servant",
         fmt::format("call {} of sender {} came to it", number, sender));
}

void Denials::check(std::uint64_t counted) const {
  if (counted < sent_)
    fail("each denial is counted",
         fmt::format("{} requests were denied, {} are counted", sent_, counted));
  if (counted > sent_)
    fail("an allowed request is not denied",
         fmt::format("{} denials are counted, and {} requests were to be denied", counted, sent_));
}

}  // namespace orbweaver::sim
