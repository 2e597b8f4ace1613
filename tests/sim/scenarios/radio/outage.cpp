#include "scenarios/radio/outage.hpp"

#include <orbweaver/sim/reached.hpp>
#include <orbweaver/sim/simulation.hpp>

#include <fmt/format.h>

#include "scenarios/radio/files.hpp"

namespace orbweaver::sim {

namespace {

constexpr Time kPause = 100 * kMillisecond;
// The domain asks each node, and each node the domain, at least once: what answered before is lost.
constexpr Time kUntilAsked = 3 * kSecond;
// A lease of the domain takes 500 ms, a node asks each second: both notice it after one and a half.
constexpr Time kUntilNoticed = 5 * kSecond;
constexpr Time kUntilAllJoined = 20 * kSecond;

template <class Happens>
bool happens_by(Time last, Happens happens) {
  while (!happens()) {
    if (virtual_now() > last) return false;
    sleep_until(virtual_now() + kPause);
  }
  return true;
}

void lose_node(const Kept& kept, RadioClient& client) {
  const auto number = from_to(1, static_cast<std::uint32_t>(kept.nodes.size()));
  auto& node = *kept.nodes[number - 1];
  const auto left = kept.nodes.size() - 1;
  node.take_away();
  if (!happens_by(virtual_now() + kUntilNoticed, [&] { return client.nodes() == left; }))
    fail("a loss is noticed", fmt::format("the domain keeps node {}, which was killed", number));
  reached(kNodeWasAway, 1);
  node.come_back();
}

void lose_domain(const Kept& kept, RadioClient& client) {
  client.begin_one(from_to(1, kMostComponents));
  std::vector<std::size_t> before;
  for (std::uint32_t i = 1; i <= kept.nodes.size(); ++i) before.push_back(losses_in_node_log(i));
  kept.domain.take_away();
  for (std::uint32_t i = 1; i <= kept.nodes.size(); ++i) {
    const auto is_noticed = [&] { return losses_in_node_log(i) > before[i - 1]; };
    if (!happens_by(virtual_now() + kUntilNoticed, is_noticed))
      fail("a loss is noticed", fmt::format("node {} does not say that its domain is lost", i));
  }
  reached(kDomainWasAway, 1);
  kept.domain.come_back();
  client.end_adopted(virtual_now() + kUntilAllJoined);
}

}  // namespace

void live_through(Outage outage, const Kept& kept, RadioClient& client) {
  if (outage == Outage::none) return;
  sleep_until(virtual_now() + kUntilAsked);
  outage == Outage::of_a_node ? lose_node(kept, client) : lose_domain(kept, client);
  client.await_devices(kept.nodes.size(), virtual_now() + kUntilAllJoined);
}

}  // namespace orbweaver::sim
