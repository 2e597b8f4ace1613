// SPDX-License-Identifier: Apache-2.0
#include "laws/packet_flow.hpp"

#include <orbweaver/sim/heap.hpp>
#include <orbweaver/sim/simulation.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace orbweaver::sim {

PacketFlow::Component& PacketFlow::at(std::uint32_t component) {
  const KernelMemory kernel;
  if (component >= components_.size()) components_.resize(component + 1);
  return components_[component];
}

void PacketFlow::works(std::uint32_t component) {
  if (at(component).is_stopped)
    fail("what is stopped rests",
         fmt::format("component {} works though it is stopped", component));
}

std::uint32_t PacketFlow::makes(std::uint32_t source) {
  const KernelMemory kernel;
  auto& from = at(source);
  if (from.ends.size() == from.streams)
    fail("the end comes last", fmt::format("source {} makes a packet behind its end", source));
  from.made.push_back(false);
  return static_cast<std::uint32_t>(from.made.size() - 1);
}

void PacketFlow::makes_no_more(std::uint32_t source) {
  const KernelMemory kernel;
  auto& from = at(source);
  if (from.ends.size() == from.streams)
    return fail("the end comes last", fmt::format("source {} ends a stream twice", source));
  from.ends.push_back(static_cast<std::uint32_t>(from.made.size()));
}

std::uint32_t PacketFlow::streams_made(std::uint32_t source) {
  return static_cast<std::uint32_t>(at(source).ends.size());
}

void PacketFlow::arrives(std::uint32_t source, std::uint32_t number) {
  auto& from = at(source);
  if (number >= from.made.size())
    return fail("integrity", fmt::format("packet {} of source {} was not made", number, source));
  if (from.made[number])
    return fail("at most once", fmt::format("packet {} of source {} came twice", number, source));
  if (keeps_order_ && number != from.next)
    return fail(
        "packets come in order",
        fmt::format("packet {} of source {} came in the place of {}", number, source, from.next));
  if (ended_ > 0 && number < from.ends[ended_ - 1])
    return fail("the end comes last",
                fmt::format("packet {} of source {} came behind it", number, source));
  from.made[number] = true;
  from.next = number + 1;
  ++arrived_;
}

bool PacketFlow::have_all_arrived() const noexcept {
  std::size_t number = 0;
  for (const auto& component : components_) number += component.made.size();
  return arrived_ == number;
}

void PacketFlow::ends() {
  for (std::uint32_t i = 0; i < components_.size(); ++i)
    if (components_[i].streams > 0) check_end_of(i, components_[i]);
  ++ended_;
}

void PacketFlow::check_end_of(std::uint32_t source, const Component& state) const {
  if (state.ends.size() <= ended_)
    return fail("the end comes last",
                fmt::format("end {} came before that of source {}", ended_ + 1, source));
  const auto of_it = state.ends[ended_];
  const auto came = std::count(state.made.begin(), state.made.begin() + of_it, true);
  if (came != of_it)
    fail("nothing is lost",
         fmt::format("{} of {} packets of source {} have not come", of_it - came, of_it, source));
}

}  // namespace orbweaver::sim
