// SPDX-License-Identifier: Apache-2.0
// The model of memory allows what C++ allows, and no more: the well-known small programs, each with
// all results that it may have. `load buffering` is the one that the model does not give.
#include <gmock/gmock.h>

#include <set>
#include <tuple>

#include "model_words.hpp"

namespace orbweaver::model {
namespace {

using testing::Contains;
using testing::Not;
using testing::StartsWith;

using Order = std::memory_order;
constexpr auto kRelaxed = std::memory_order_relaxed;
constexpr auto kAcquire = std::memory_order_acquire;
constexpr auto kRelease = std::memory_order_release;
constexpr auto kAcqRel = std::memory_order_acq_rel;
constexpr auto kSeqCst = std::memory_order_seq_cst;

using Results = std::set<std::tuple<int, int>>;
using Word = Atomic<int>;

/// Of two words, and of what the threads note in r and s.
struct Litmus {
  Word x, y;
  int r = -1, s = -1;
};
using Part = std::function<void(Litmus&)>;

Results results_of(const std::vector<Part>& parts, MergeStates merge) {
  Results results;
  const auto found = explore(
      [&](Trial& trial) {
        Litmus litmus;
        std::vector<Body> bodies;
        for (const auto& part : parts) bodies.emplace_back([&] { part(litmus); });
        if (trial.threads(std::move(bodies))) results.emplace(litmus.r, litmus.s);
      },
      merge);
  EXPECT_EQ(found.failure, "");
  return results;
}
/// To follow only one of the orders that lead to a state loses no result.
Results results_of(const std::vector<Part>& parts) {
  const auto results = results_of(parts, MergeStates::yes);
  EXPECT_EQ(results, results_of(parts, MergeStates::no));
  return results;
}
constexpr std::tuple<int, int> result(int r, int s) { return {r, s}; }

// Each thread writes one word and reads the other: may both miss the other's write?
Results store_buffering(Order store, Order load, Order between) {
  const auto fence_if = [=] {
    if (between != kRelaxed) fence(between);
  };
  return results_of({[=](Litmus& litmus) {
                       litmus.x.store(1, store);
                       fence_if();
                       litmus.r = litmus.y.load(load);
                     },
                     [=](Litmus& litmus) {
                       litmus.y.store(1, store);
                       fence_if();
                       litmus.s = litmus.x.load(load);
                     }});
}

TEST(WeakMemory, lets_both_threads_miss_the_other_without_a_seq_cst_fence) {
  const Results both_may_miss{{0, 0}, {0, 1}, {1, 0}, {1, 1}};
  EXPECT_EQ(store_buffering(kRelaxed, kRelaxed, kRelaxed), both_may_miss);
  EXPECT_EQ(store_buffering(kRelease, kAcquire, kRelaxed), both_may_miss);
  EXPECT_EQ(store_buffering(kRelaxed, kRelaxed, kAcqRel), both_may_miss);
  const Results one_sees{{0, 1}, {1, 0}, {1, 1}};
  EXPECT_EQ(store_buffering(kRelaxed, kRelaxed, kSeqCst), one_sees);
  EXPECT_EQ(store_buffering(kSeqCst, kSeqCst, kRelaxed), one_sees);
}

// One thread writes x, then y; the other sees y: must it see x?
Results message_passing(Order store, Order load, Order before_store = kRelaxed,
                        Order after_load = kRelaxed) {
  return results_of({[=](Litmus& litmus) {
                       litmus.x.store(1, kRelaxed);
                       if (before_store != kRelaxed) fence(before_store);
                       litmus.y.store(1, store);
                     },
                     [=](Litmus& litmus) {
                       litmus.r = litmus.y.load(load);
                       if (after_load != kRelaxed) fence(after_load);
                       litmus.s = litmus.x.load(kRelaxed);
                     }});
}

TEST(WeakMemory, orders_two_stores_only_by_release_and_acquire) {
  EXPECT_THAT(message_passing(kRelaxed, kAcquire), Contains(result(1, 0)));
  EXPECT_THAT(message_passing(kRelease, kRelaxed), Contains(result(1, 0)));
  EXPECT_EQ(message_passing(kRelease, kAcquire), (Results{{0, 0}, {0, 1}, {1, 1}}));
}
TEST(WeakMemory, orders_two_stores_by_fences) {
  EXPECT_THAT(message_passing(kRelaxed, kRelaxed, kRelease), Contains(result(1, 0)));
  EXPECT_THAT(message_passing(kRelaxed, kRelaxed, kRelaxed, kAcquire), Contains(result(1, 0)));
  EXPECT_THAT(message_passing(kRelaxed, kRelaxed, kRelease, kAcquire), Not(Contains(result(1, 0))));
  EXPECT_THAT(message_passing(kRelaxed, kAcquire, kRelease), Not(Contains(result(1, 0))));
  EXPECT_THAT(message_passing(kRelease, kRelaxed, kRelaxed, kAcquire), Not(Contains(result(1, 0))));
}

// Two threads see the stores of two others. r and s: 10 for seen the first and not the second.
Results independent_reads(Order store, Order load) {
  const auto see = [=](const Word& first, const Word& second) {
    const int seen = first.load(load) * 10;
    return seen + second.load(load);
  };
  return results_of({[=](Litmus& litmus) { litmus.x.store(1, store); },
                     [=](Litmus& litmus) { litmus.y.store(1, store); },
                     [=](Litmus& litmus) { litmus.r = see(litmus.x, litmus.y); },
                     [=](Litmus& litmus) { litmus.s = see(litmus.y, litmus.x); }});
}

TEST(WeakMemory, lets_two_threads_see_stores_in_different_order_unless_seq_cst) {
  EXPECT_THAT(independent_reads(kRelease, kAcquire), Contains(result(10, 10)));
  EXPECT_THAT(independent_reads(kSeqCst, kSeqCst), Not(Contains(result(10, 10))));
}

TEST(WeakMemory, gives_no_thread_an_older_value_than_before) {
  const auto results = results_of({[](Litmus& litmus) {
                                     litmus.x.store(1, kRelaxed);
                                     litmus.x.store(2, kRelaxed);
                                   },
                                   [](Litmus& litmus) {
                                     litmus.r = litmus.x.load(kRelaxed);
                                     litmus.s = litmus.x.load(kRelaxed);
                                   }});
  EXPECT_EQ(results, (Results{{0, 0}, {0, 1}, {0, 2}, {1, 1}, {1, 2}, {2, 2}}));
}

// Each thread writes 1 to its word, then 2 to the other's: may both words end with 1?
TEST(WeakMemory, orders_stores_of_one_word_apart_from_those_of_others) {
  const auto results = [](Order store) {
    Results ends;
    const auto found = explore([&](Trial& trial) {
      Word x, y;
      if (trial.threads({[&] {
                           x.store(1, kRelaxed);
                           y.store(2, store);
                         },
                         [&] {
                           y.store(1, kRelaxed);
                           x.store(2, store);
                         }}))
        ends.emplace(x.load(), y.load());
    });
    EXPECT_EQ(found.failure, "");
    return ends;
  };
  EXPECT_THAT(results(kRelease), Contains(result(1, 1)));
  EXPECT_THAT(results(kRelease), Contains(result(2, 2)));
}

TEST(WeakMemory, counts_each_increment) {
  const auto add = [](int Litmus::*seen) {
    return [=](Litmus& litmus) { litmus.*seen = litmus.x.fetch_add(1, kRelaxed); };
  };
  EXPECT_EQ(results_of({add(&Litmus::r), add(&Litmus::s)}), (Results{{0, 1}, {1, 0}}));
}

TEST(WeakMemory, lets_one_thread_win_an_exchange) {
  const auto take = [](int Litmus::*won) {
    return [=](Litmus& litmus) {
      int expected = 0;
      litmus.*won = litmus.x.compare_exchange_strong(expected, 1, kAcquire, kRelaxed);
    };
  };
  EXPECT_EQ(results_of({take(&Litmus::r), take(&Litmus::s)}), (Results{{0, 1}, {1, 0}}));
}

// A release, continued by a modification of another thread, still orders.
TEST(WeakMemory, continues_a_release_through_a_modification) {
  const auto results = [](bool is_modification) {
    return results_of({[](Litmus& litmus) {
                         litmus.x.store(1, kRelaxed);
                         litmus.y.store(1, kRelease);
                       },
                       [=](Litmus& litmus) {
                         if (is_modification)
                           (void)litmus.y.fetch_add(1, kRelaxed);
                         else if (litmus.y.load(kRelaxed) == 1)
                           litmus.y.store(2, kRelaxed);
                       },
                       [](Litmus& litmus) {
                         litmus.r = litmus.y.load(kAcquire);
                         litmus.s = litmus.x.load(kRelaxed);
                       }});
  };
  EXPECT_THAT(results(true), Not(Contains(result(2, 0))));
  EXPECT_THAT(results(false), Contains(result(2, 0)));
}

// C++ allows it, and processors may do it. The model performs no store before an earlier load.
TEST(WeakMemory, has_no_load_buffering) {
  const auto results = results_of({[](Litmus& litmus) {
                                     litmus.r = litmus.x.load(kRelaxed);
                                     litmus.y.store(1, kRelaxed);
                                   },
                                   [](Litmus& litmus) {
                                     litmus.s = litmus.y.load(kRelaxed);
                                     litmus.x.store(1, kRelaxed);
                                   }});
  EXPECT_EQ(results, (Results{{0, 0}, {0, 1}, {1, 0}}));
}

std::string pass_plain(Order store, Order load) {
  return explore([=](Trial& trial) {
           Plain<int> data;
           Word is_there;
           (void)trial.threads({[&] {
                                  data.write(1);
                                  is_there.store(1, store);
                                },
                                [&] {
                                  if (is_there.load(load) == 1)
                                    require(data.read() == 1, "the data are there");
                                }});
         })
      .failure;
}

TEST(WeakMemory, calls_plain_accesses_a_race_unless_they_are_ordered) {
  EXPECT_EQ(pass_plain(kRelease, kAcquire), "");
  EXPECT_THAT(pass_plain(kRelaxed, kAcquire), StartsWith("data race"));
  EXPECT_THAT(pass_plain(kRelease, kRelaxed), StartsWith("data race"));
}

// Fences alone make no thread see another's plain data, as C++ says.
TEST(WeakMemory, calls_plain_accesses_between_fences_a_race) {
  const auto found = explore([](Trial& trial) {
    Plain<int> data;
    const auto touch = [&] {
      fence(kSeqCst);
      data.write(1);
      fence(kSeqCst);
    };
    (void)trial.threads({touch, touch});
  });
  EXPECT_THAT(found.failure, StartsWith("data race"));
}

TEST(WeakMemory, orders_plain_accesses_under_a_mutex) {
  const auto found = explore([](Trial& trial) {
    Mutex mutex;
    Plain<int> sum{0};
    const auto add = [&] {
      mutex.lock();
      sum.write(sum.read() + 1);
      mutex.unlock();
    };
    if (trial.threads({add, add, add})) trial.require(sum.read() == 3, "the sum is three");
  });
  EXPECT_EQ(found.failure, "");
}

TEST(Interleavings, report_a_thread_that_waits_for_ever) {
  const auto found = explore([](Trial& trial) {
    Word word;
    trial.name(word, "the word");
    (void)trial.threads({[&] {
      const Polling polling;
      while (word.load(kRelaxed) == 0) polling.wait();
    }});
  });
  EXPECT_EQ(found.failure, "a thread waits for ever\n  thread 0 loads relaxed  the word: 0\n");
}

TEST(Interleavings, poll_until_a_late_store_is_seen) {
  const auto found = explore([](Trial& trial) {
    Word word;
    (void)trial.threads({[&] { word.store(1, kRelaxed); },
                         [&] {
                           const Polling polling;
                           while (word.load(kRelaxed) == 0) polling.wait();
                         }});
  });
  EXPECT_EQ(found.failure, "");
  EXPECT_GT(found.runs, 1U);
}

}  // namespace
}  // namespace orbweaver::model
