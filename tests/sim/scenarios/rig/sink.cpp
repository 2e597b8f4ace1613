// SPDX-License-Identifier: Apache-2.0
#include "scenarios/rig/sink.hpp"

#include <orbweaver/sim/heap.hpp>
#include <orbweaver/sim/reached.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <utility>

#include "scenarios/rig/options.hpp"
#include "scenarios/rig/world.hpp"

namespace orbweaver::sim {

namespace {

constexpr std::size_t kRun = 256;

// 0, 1, ... 255, twice: each run of octets is a part of it.
constexpr auto kCounted = [] {
  std::array<std::uint8_t, 2 * kRun> all{};
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::uint8_t>(i);
  return all;
}();

// In runs of 256 octets, each with another first one: a part that is moved, lost or doubled shows.
const std::uint8_t* run_at(std::size_t begin, std::uint32_t start) {
  return kCounted.data() + (start + begin / kRun * 13 + begin / (kRun * kRun) * 7) % kRun;
}

std::uint32_t start_of(std::uint32_t sender, std::uint32_t number) {
  return sender * 31 + number * 7;
}

std::size_t size_of_body(std::uint32_t start) {
  const auto& sizes = world().body_sizes;
  return sizes[start % sizes.size()];
}

bool is_body_of(std::uint32_t sender, std::uint32_t number, std::span<const std::uint8_t> body) {
  const auto start = start_of(sender, number);
  if (body.size() != size_of_body(start)) return false;
  for (std::size_t begin = 0; begin < body.size(); begin += kRun) {
    const auto count = std::min(kRun, body.size() - begin);
    if (std::memcmp(body.data() + begin, run_at(begin, start), count) != 0) return false;
  }
  return true;
}

constexpr std::size_t kLeastShared = std::size_t{1} << 20U;
// A view over shared memory keeps memory of its sender, which must not run out of it.
constexpr std::size_t kMostKeptOctets = 130'000, kMostKept = 3;

}  // namespace

Sim::Octets body_of(std::uint32_t sender, std::uint32_t number) {
  const auto start = start_of(sender, number);
  Sim::Octets body(size_of_body(start));
  for (std::size_t begin = 0; begin < body.size(); begin += kRun)
    std::memcpy(body.data() + begin, run_at(begin, start), std::min(kRun, body.size() - begin));
  return body;
}

void SinkServant::push(std::uint32_t sender, std::uint32_t number, const Sim::Octets& body) {
  take(sender, number, body);
}

std::uint32_t SinkServant::call(std::uint32_t sender, std::uint32_t number,
                                const Sim::Octets& body) {
  take(sender, number, body);
  return number;
}

void KeepingSinkServant::push(std::uint32_t sender, std::uint32_t number, Octets body) {
  take(sender, number, body.values());
  keep({sender, number, std::move(body)});
}

std::uint32_t KeepingSinkServant::call(std::uint32_t sender, std::uint32_t number, Octets body) {
  take(sender, number, body.values());
  keep({sender, number, std::move(body)});
  return number;
}

std::uint64_t KeepingSinkServant::count() {
  check_kept();
  return counted();
}

void KeepingSinkServant::check_kept() const {
  for (const auto& one : kept_)
    if (!is_body_of(one.sender, one.number, one.body.values()))
      fail("integrity", fmt::format("the octets of call {} of sender {} changed while kept",
                                    one.number, one.sender));
}

void KeepingSinkServant::keep(Kept kept) {
  const EnoughMemory for_the_scenario;
  check_kept();
  if (kept.body.size() > kMostKeptOctets) return;
  kept_octets_ += kept.body.size();
  kept_.push_back(std::move(kept));
  while (kept_octets_ > kMostKeptOctets || kept_.size() > kMostKept) {
    const auto oldest = std::move(kept_.front());
    kept_.pop_front();
    kept_octets_ -= oldest.body.size();
  }
  reached("a view kept after its call");
}

PortableServer::Servant make_sink(std::uint32_t object, Pace pace) {
  if (world().lends) return std::make_shared<KeepingSinkServant>(object, pace);
  return std::make_shared<SinkServant>(object, pace);
}

std::uint64_t SinkNotes::counted() const {
  if (on_count) on_count();
  return count_;
}

namespace {

void take_time(Time time) {
  if (time == 0) return yield();
  sleep_until(virtual_now() + time);
}

void take_time(Pace pace, std::uint64_t requests) {
  constexpr std::uint64_t kQuick = 3;
  switch (pace) {
    case Pace::at_once:
      return;
    case Pace::dawdles:
      return take_time(one_of(Time{0}, Time{0}, kMicrosecond, 60 * kMicrosecond, kMillisecond));
    case Pace::slow:
      return take_time(one_of(kMillisecond, 20 * kMillisecond, 200 * kMillisecond));
    case Pace::tires:
      if (requests > kQuick && one_of(false, true)) take_time(20 * kMillisecond);
  }
}

}  // namespace

void SinkNotes::take(std::uint32_t sender, std::uint32_t number,
                     std::span<const std::uint8_t> body) {
  const EnoughMemory for_the_scenario;
  world().history.enters(object_, sender, number);
  if (!is_body_of(sender, number, body))
    fail("integrity", fmt::format("the octets of call {} of sender {} changed", number, sender));
  if (body.size() > kLeastShared) reached("a body larger than a connection's shared memory");
  ++count_;
  if (on_request) on_request(sender, number);
  take_time(pace_, count_);
  world().history.leaves(object_);
}

void SinkNotes::miss(const server::OrderGap& gap) { world().history.misses(object_, gap.count); }

}  // namespace orbweaver::sim
