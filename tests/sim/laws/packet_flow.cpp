#include "laws/packet_flow.hpp"

#include <orbweaver/sim/heap.hpp>
#include <orbweaver/sim/simulation.hpp>

#include <fmt/format.h>

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
  auto& made = at(source).made;
  made.push_back(false);
  return static_cast<std::uint32_t>(made.size() - 1);
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
  if (has_ended_)
    return fail("the end comes last",
                fmt::format("packet {} of source {} came behind it", number, source));
  from.made[number] = true;
  from.next = number + 1;
  ++from.arrived;
  ++arrived_;
}

void PacketFlow::ends() {
  if (has_ended_ && !may_end_again_) return fail("the end comes last", "it came twice");
  has_ended_ = true;
  for (std::size_t i = 0; i < components_.size(); ++i) {
    const auto& each = components_[i];
    if (each.is_source && !each.has_made_all)
      return fail("the end comes last", fmt::format("it came before the end of source {}", i));
    if (each.arrived != each.made.size())
      return fail("nothing is lost",
                  fmt::format("{} of {} packets of source {} have not come",
                              each.made.size() - each.arrived, each.made.size(), i));
  }
}

}  // namespace orbweaver::sim
