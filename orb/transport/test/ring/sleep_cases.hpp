// SPDX-License-Identifier: Apache-2.0
// Small cases of the sleep words for the model of memory, over how each side touches memory.
#pragma once
#include <orbweaver/transport/ring/sleep_word.hpp>

#include <array>
#include <cstdint>
#include <optional>

#include "model_access.hpp"

namespace orbweaver::transport::ring {

/// What the sleeper and its wakers share.
template <class SleeperAccess, class WakerAccess>
struct SleepCase {
  std::array<std::uint32_t, 2> events{};  // how many were published, by each waker
  std::uint32_t word = 0;
  Waker<WakerAccess> waker{word};
  model::Bell bell;
  std::array<int, 2> rung{};  // by each waker
  int announced = 0;

  explicit SleepCase(model::Trial& trial) {
    trial.name(events[0], "events");
    trial.name(events[1], "events of the second waker");
    trial.name(word, "sleep word");
    trial.name(bell, "bell");
  }
};

/// What the code around the sleep words can do wrong.
enum class SleepMisuse { none, rings_before_it_publishes, checks_before_it_announces };

template <SleepMisuse misuse, class Case>
void wake(Case& shared, std::size_t me, std::uint32_t events) {
  for (std::uint32_t i = 1; i <= events; ++i) {
    const bool is_early = misuse == SleepMisuse::rings_before_it_publishes;
    bool must_ring = is_early && shared.waker.must_ring();
    ModelAccess<>::store_release(shared.events[me], i);
    if (!is_early) must_ring = shared.waker.must_ring();
    if (must_ring) shared.bell.ring();
    shared.rung[me] += must_ring;
    model::depends_on(i, shared.rung[me]);
  }
}

/// Waits for all events of the wakers, by any number of bells.
template <SleepMisuse misuse, class SleeperAccess, class Case>
void sleep_until_all(Case& shared, std::array<std::uint32_t, 2> events, bool wakes_between) {
  SleepWord<SleeperAccess> sleeper{shared.word};
  const auto are_all_there = [&] {
    return ModelAccess<>::load_acquire(shared.events[0]) == events[0] &&
           (events[1] == 0 || ModelAccess<>::load_acquire(shared.events[1]) == events[1]);
  };
  while (!are_all_there()) {
    const bool is_early = misuse == SleepMisuse::checks_before_it_announces;
    if (is_early && are_all_there()) return;
    sleeper.announce_sleep();
    ++shared.announced;
    if (!is_early && are_all_there()) return;
    shared.bell.wait();
    if (wakes_between) sleeper.announce_awake();
    model::depends_on(sleeper, shared.announced);
  }
}

/// One waker publishes some events; the sleeper waits for the last, and may be woken for each.
template <class SleeperAccess = ModelAccess<>, class WakerAccess = ModelAccess<>,
          SleepMisuse misuse = SleepMisuse::none>
model::Found wake_for_events(std::uint32_t events, bool wakes_between) {
  std::optional<SleepCase<SleeperAccess, WakerAccess>> place;
  return model::explore([&](model::Trial& trial) {
    auto& shared = place.emplace(trial);
    if (trial.threads({[&] { wake<misuse>(shared, 0, events); },
                       [&] {
                         sleep_until_all<misuse, SleeperAccess>(shared, {events, 0}, wakes_between);
                       }}))
      trial.require(shared.rung[0] <= shared.announced + 1,
                    "it rings once for each announced sleep");
  });
}

/// The sleeper sleeps from the start, without an announcement.
inline model::Found wake_a_new_sleeper() {
  std::optional<SleepCase<ModelAccess<>, ModelAccess<>>> shared;
  return model::explore([&](model::Trial& trial) {
    shared.emplace(trial);
    (void)trial.threads(
        {[&] { wake<SleepMisuse::none>(*shared, 0, 1); }, [&] { shared->bell.wait(); }});
  });
}

/// Two wakers, with two events and one. They may ring more often than that: see sleep_word.hpp.
template <class SleeperAccess = ModelAccess<>, class WakerAccess = ModelAccess<>>
model::Found wake_by_two(bool wakes_between) {
  std::optional<SleepCase<SleeperAccess, WakerAccess>> place;
  return model::explore([&](model::Trial& trial) {
    auto& shared = place.emplace(trial);
    (void)trial.threads(
        {[&] { wake<SleepMisuse::none>(shared, 0, 2); },
         [&] { wake<SleepMisuse::none>(shared, 1, 1); },
         [&] {
           sleep_until_all<SleepMisuse::none, SleeperAccess>(shared, {2, 1}, wakes_between);
         }});
  });
}

}  // namespace orbweaver::transport::ring
