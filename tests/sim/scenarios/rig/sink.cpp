#include "scenarios/rig/sink.hpp"

#include <orbweaver/sim/reached.hpp>

#include <fmt/format.h>

#include "scenarios/rig/options.hpp"
#include "scenarios/rig/world.hpp"

namespace orbweaver::sim {

Sim::Octets body_of(std::uint32_t sender, std::uint32_t number) {
  const auto start = sender * 31 + number * 7;
  const auto& sizes = world().body_sizes;
  Sim::Octets body(sizes[start % sizes.size()]);
  for (std::size_t i = 0; i < body.size(); ++i) body[i] = static_cast<std::uint8_t>(start + i);
  return body;
}

namespace {

constexpr std::size_t kLeastShared = std::size_t{1} << 20U;

}  // namespace

void SinkServant::push(std::uint32_t sender, std::uint32_t number, const Sim::Octets& body) {
  take(sender, number, body);
}

std::uint32_t SinkServant::call(std::uint32_t sender, std::uint32_t number,
                                const Sim::Octets& body) {
  take(sender, number, body);
  return number;
}

std::uint64_t SinkServant::count() {
  if (on_count) on_count();
  return count_;
}

namespace {

void take_time(Pace pace) {
  if (pace == Pace::at_once) return;
  const auto time = pace == Pace::slow
                        ? one_of(kMillisecond, 20 * kMillisecond, 200 * kMillisecond)
                        : one_of(Time{0}, Time{0}, kMicrosecond, 60 * kMicrosecond, kMillisecond);
  if (time == 0) return yield();
  sleep_until(virtual_now() + time);
}

}  // namespace

void SinkServant::take(std::uint32_t sender, std::uint32_t number, const Sim::Octets& body) {
  world().history.enters(object_, sender, number);
  if (body != body_of(sender, number))
    fail("integrity", fmt::format("the octets of call {} of sender {} changed", number, sender));
  if (body.size() > kLeastShared) reached("a body larger than a connection's shared memory");
  ++count_;
  if (on_request) on_request(sender, number);
  take_time(pace_);
  world().history.leaves(object_);
}

void SinkServant::_missed(const server::StreamGap& gap) {
  world().history.misses(object_, gap.count);
}

}  // namespace orbweaver::sim
