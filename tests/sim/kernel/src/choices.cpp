// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/sim/choices.hpp>

#include <orbweaver/sim/heap.hpp>

#include <algorithm>
#include <bit>
#include <cmath>

namespace orbweaver::sim {

namespace {

constexpr std::array<std::string_view, kKinds> kNames{
    "preempt",       "next_thread",   "wake",         "spurious_wake", "workload",
    "delay",         "stall",         "short_write",  "short_read",    "cut",
    "half_close",    "connect_fails", "accept_fails", "datagram_lost", "datagram_twice",
    "datagram_late", "small_buffer",  "clock_jump",   "no_memory",     "kill",
    "start_fails",   "ends_at_once"};

std::uint64_t split_mix(std::uint64_t& state) noexcept {
  state += 0x9E3779B97F4A7C15U;
  auto z = state;
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31U);
}

}  // namespace

std::string_view name_of(Kind kind) noexcept { return kNames[static_cast<std::size_t>(kind)]; }

std::optional<Kind> kind_of(std::string_view name) noexcept {
  const auto found = std::ranges::find(kNames, name);
  if (found == kNames.end()) return std::nullopt;
  return static_cast<Kind>(found - kNames.begin());
}

Random::Random(std::uint64_t seed) noexcept {
  for (auto& word : state_) word = split_mix(seed);
}

std::uint64_t Random::next() noexcept {
  const auto result = std::rotl(state_[1] * 5, 7) * 9;
  const auto shifted = state_[1] << 17U;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= shifted;
  state_[3] = std::rotl(state_[3], 45);
  return result;
}

// Uniform with the right mean: as good as a geometric gap for finding orders, and the same on every
// machine, as it needs no logarithm.
std::uint64_t Random::gap(std::uint64_t rate) noexcept { return 1 + below(2 * rate - 1); }

Choices::Choices(std::uint64_t seed, const Rates& rates)
    : random_(seed), random_of_clock_(seed ^ 0xC10C) {
  for (std::size_t kind = 0; kind < kKinds; ++kind) {
    lines_[kind].rate = rates[kind];
    if (rates[kind] != 0) lines_[kind].next = random_of(static_cast<Kind>(kind)).gap(rates[kind]);
  }
}

Choices::Choices(const std::vector<Decision>& decisions)
    : is_replay_(true), random_(0), random_of_clock_(0) {
  for (const auto& decision : decisions)
    lines_[static_cast<std::size_t>(decision.kind)].noted.push_back(decision);
  for (auto& line : lines_) {
    std::ranges::sort(line.noted, {}, &Decision::occasion);
    aim(line);
  }
}

void Choices::aim(Line& line) noexcept {
  line.next = line.at < line.noted.size() ? line.noted[line.at].occasion : UINT64_MAX;
}

// Jumps of the time of day take nothing from the others: a seed's run is the same without them, as
// no time-out may depend on the time of day.
Random& Choices::random_of(Kind kind) noexcept {
  return kind == Kind::clock_jump ? random_of_clock_ : random_;
}

bool Choices::decide(Kind kind, Line& line, std::uint32_t n) noexcept {
  if (is_replay_) {
    const auto value = line.noted[line.at++].value;
    aim(line);
    // A run of a part of the list can come here with fewer to choose from.
    note(kind, line, std::min(value, n - 1));
    return line.value != 0;
  }
  Random& random = random_of(kind);
  line.next = line.occasions + random.gap(line.rate);
  // What happens each time has nothing usual.
  const auto value = line.rate == 1 ? random.below(n) : 1 + random.below(n - 1);
  note(kind, line, static_cast<std::uint32_t>(value));
  return line.value != 0;
}

void Choices::note(Kind kind, Line& line, std::uint32_t value) noexcept {
  line.value = value;
  if (value == 0) return;
  ++happened_[static_cast<std::size_t>(kind)];
  const KernelMemory kernel;
  decisions_.push_back({kind, line.occasions, value});
  if (watcher_) watcher_(decisions_.back());
}

void Choices::settle(Kind kind, std::uint32_t value) noexcept {
  auto& line = lines_[static_cast<std::size_t>(kind)];
  ++line.occasions;
  note(kind, line, value);
}

}  // namespace orbweaver::sim
