// SPDX-License-Identifier: Apache-2.0
// Each law refuses the history that breaks it, and takes the one next to it which does not.
#include "laws/history.hpp"

#include <orbweaver/sim/faults.hpp>
#include <orbweaver/sim/file.hpp>
#include <orbweaver/sim/longest_delay.hpp>
#include <orbweaver/sim/process.hpp>
#include <orbweaver/sim/simulation.hpp>
#include <orbweaver/sim/thread.hpp>

#include <gtest/gtest.h>

#include "scenarios/rig.hpp"
#include "tests/runs.hpp"

namespace orbweaver::sim {

namespace {

/// A history of one object, in one line: two-way calls of sender 1 and 2, by their numbers.
struct Story {
  History history;

  void begins(std::uint32_t sender, std::uint32_t number, Way way = Way::two_way) {
    history.begins(kObject, sender, number, way);
  }
  void serves(std::uint32_t sender, std::uint32_t number) {
    history.enters(kObject, sender, number);
    history.leaves(kObject);
  }
  void ends(std::uint32_t sender, std::uint32_t number, Ending ending = Ending::ok) {
    history.ends(kObject, sender, number, ending);
  }
  void runs(std::uint32_t sender, std::uint32_t number, Way way = Way::two_way) {
    begins(sender, number, way);
    serves(sender, number);
    ends(sender, number);
  }
};

std::string law_of(Promises promises, const std::function<void(Story&)>& tell) {
  Story story;
  return broken_law(run_calm([&] {
    story.history.promise(kObject, promises);
    tell(story);
    story.history.check_end();
  }));
}

std::string law_of(const std::function<void(Story&)>& tell) { return law_of({}, tell); }

}  // namespace

TEST(History, CallsInTheirOrderBreakNoLaw) {
  EXPECT_EQ(law_of([](Story& story) {
              story.runs(1, 0);
              story.runs(2, 0, Way::none);
              story.begins(1, 1, Way::none);
              story.begins(1, 2, Way::with_target);
              story.ends(1, 1);
              story.serves(1, 1);
              story.serves(1, 2);
              story.ends(1, 2);
            }),
            "");
}

TEST(History, ARequestThatComesTwiceIsRefused) {
  EXPECT_EQ(law_of({.order_of_threads = false},
                   [](Story& story) {
                     story.runs(1, 0);
                     story.serves(1, 0);
                   }),
            "at most once");
}

TEST(History, ARequestThatNoneSentIsRefused) {
  EXPECT_EQ(law_of([](Story& story) { story.serves(1, 0); }), "integrity");
  EXPECT_EQ(law_of([](Story& story) {
              story.runs(1, 0);
              story.serves(1, 1);
            }),
            "integrity");
}

TEST(History, ARequestThatOvertookOneOfItsThreadIsRefused) {
  const auto overtakes = [](std::uint32_t second_sender) {
    return [second_sender](Story& story) {
      story.begins(1, 0, Way::none);
      story.begins(second_sender, second_sender == 1 ? 1 : 0, Way::none);
      story.serves(second_sender, second_sender == 1 ? 1 : 0);
      story.serves(1, 0);
      story.ends(1, 0);
      story.ends(second_sender, second_sender == 1 ? 1 : 0);
    };
  };
  EXPECT_EQ(law_of(overtakes(1)), "order of a thread's calls");
  EXPECT_EQ(law_of(overtakes(2)), "");
}

// Law 2 is about calls of all threads: one returned before the other began.
TEST(History, ARequestThatOvertookAnEarlierCallIsRefused) {
  const auto overtakes = [](Story& story) {
    story.begins(1, 0, Way::none);
    story.ends(1, 0);
    story.begins(2, 0, Way::none);
    story.serves(2, 0);
    story.serves(1, 0);
    story.ends(2, 0);
  };
  EXPECT_EQ(law_of({.order_of_calls = true}, overtakes), "order of calls");
  EXPECT_EQ(law_of(overtakes), "");
  const auto together = [](Story& story) {
    story.begins(1, 0, Way::none);
    story.begins(2, 0, Way::none);
    story.serves(2, 0);
    story.serves(1, 0);
    story.ends(1, 0);
    story.ends(2, 0);
  };
  EXPECT_EQ(law_of({.order_of_calls = true}, together), "");
}

TEST(History, TwoRequestsAtATimeAreRefused) {
  const auto both = [](Story& story) {
    story.begins(1, 0);
    story.begins(2, 0);
    story.history.enters(kObject, 1, 0);
    story.history.enters(kObject, 2, 0);
    story.history.leaves(kObject);
    story.history.leaves(kObject);
    story.ends(1, 0);
    story.ends(2, 0);
  };
  EXPECT_EQ(law_of(both), "one at a time");
  EXPECT_EQ(law_of({.one_at_a_time = false}, both), "");
}

TEST(History, AnAnsweredCallThatDidNotRunIsRefused) {
  const auto answered = [](Way way) {
    return [way](Story& story) {
      story.begins(1, 0, way);
      story.ends(1, 0);
    };
  };
  const Promises promises{.may_lose = true};
  EXPECT_EQ(law_of(promises, answered(Way::two_way)), "completion status");
  EXPECT_EQ(law_of(promises, answered(Way::with_target)), "completion status");
  EXPECT_EQ(law_of(promises, answered(Way::with_transport)), "");
}

TEST(History, ACallThatRanThoughItsCallerWasToldThatItDidNotIsRefused) {
  const auto runs_and_ends = [](Ending ending) {
    return [ending](Story& story) {
      story.begins(1, 0);
      story.serves(1, 0);
      story.ends(1, 0, ending);
    };
  };
  EXPECT_EQ(law_of({.may_lose = true}, runs_and_ends(Ending::not_run)), "completion status");
  EXPECT_EQ(law_of({.may_lose = true}, runs_and_ends(Ending::uncertain)), "");
}

TEST(History, ALostCallIsRefusedWhereNoneMayBeLost) {
  const auto lose = [](Story& story) {
    story.begins(1, 0, Way::none);
    story.ends(1, 0);
  };
  EXPECT_EQ(law_of(lose), "nothing is lost");
  EXPECT_EQ(law_of({.may_lose = true}, lose), "");
  EXPECT_EQ(law_of({.may_lose_any = true}, lose), "");
}

TEST(History, AnErrorIsRefusedWhereNoConnectionBreaks) {
  const auto fails = [](Story& story) {
    story.begins(1, 0);
    story.ends(1, 0, Ending::not_run);
  };
  EXPECT_EQ(law_of(fails), "no error without cause");
  EXPECT_EQ(law_of({.may_lose = true}, fails), "");
}

TEST(History, ACallThatRanWithoutAnAnswerIsRefusedWhereServersEndInOrder) {
  const Promises promises{.may_lose = true, .answers = true};
  const auto ends_uncertain = [](Way way, bool is_killed) {
    return [=](Story& story) {
      story.begins(1, 0, way);
      story.serves(1, 0);
      if (is_killed) story.history.restarts(kObject);
      story.ends(1, 0, Ending::uncertain);
    };
  };
  constexpr auto kLaw = "what has run is answered";
  EXPECT_EQ(law_of(promises, ends_uncertain(Way::two_way, false)), kLaw);
  EXPECT_EQ(law_of(promises, ends_uncertain(Way::with_server, false)), kLaw);
  EXPECT_EQ(law_of(promises, ends_uncertain(Way::two_way, true)), "");
  EXPECT_EQ(law_of(promises, ends_uncertain(Way::with_transport, false)), "");
}

TEST(History, ACallThatDoesNotEndIsRefused) {
  EXPECT_EQ(law_of([](Story& story) {
              story.begins(1, 0);
              story.serves(1, 0);
            }),
            "liveness");
}

TEST(History, ACallOutOfItsTurnIsTheHarnesssFault) {
  EXPECT_EQ(law_of([](Story& story) { story.begins(1, 1); }), "harness");
}

TEST(History, SumsAreThoseOfTheCalls) {
  Story story;
  (void)run_calm([&] {
    story.history.promise(kObject, {.may_lose = true});
    story.runs(1, 0);
    story.begins(1, 1);
    story.ends(1, 1, Ending::uncertain);
    story.begins(1, 2);
    story.ends(1, 2, Ending::not_run);
    story.history.misses(kObject, 4);
  });
  EXPECT_EQ(story.history.delivered(kObject), 1U);
  EXPECT_EQ(story.history.used(kObject), 2U);
  EXPECT_EQ(story.history.missed(kObject), 4U);
}

TEST(History, ChangedOctetsAreRefused) {
  const auto law_with = [](std::size_t changed) {
    return broken_law(run_calm([changed] {
      begin_world();
      world().history.begins(kObject, 3, 0, Way::none);
      auto body = body_of(3, 0);
      if (changed != 0) body.at(body.size() - changed) ^= 1U;
      SinkServant{kObject, Pace::at_once}.push(3, 0, body);
    }));
  };
  EXPECT_EQ(law_with(0), "");
  EXPECT_EQ(law_with(1), "integrity");
  EXPECT_EQ(law_with(5), "integrity");
}

namespace {

std::string law_at_end_of(const std::function<void()>& body) {
  return broken_law(run_calm([&body] {
    begin_world();
    await_end(start_program("program", body));
    check_end_of_all();
  }));
}

}  // namespace

TEST(EndOfAll, MemoryThatAProcessKeepsIsRefused) {
  EXPECT_EQ(law_at_end_of([] { ::operator delete(take(2000)); }), "");
  EXPECT_EQ(law_at_end_of([] { (void)take(2000); }), "memory");
}

TEST(EndOfAll, DescriptorsThatAProcessKeepsAreRefused) {
  EXPECT_EQ(law_at_end_of([] { (void)add_file(std::make_shared<EventFile>()); }), "descriptors");
}

// A call that waits for so long before its servant gets it, in a run in which bytes are delayed, or
// stop, as `faults` say.
namespace {

std::string law_of_a_wait(Time wait, std::vector<Decision> faults) {
  return broken_law(run_with(std::move(faults), [wait] {
    Story story;
    story.history.promise(kObject, {.is_prompt = true});
    story.begins(1, 0);
    (void)travel_time();
    sleep_until(virtual_now() + wait);
    story.serves(1, 0);
    story.ends(1, 0);
  }));
}

}  // namespace

TEST(History, ACallWaitsSecondsAtMostForAnythingButBytes) {
  EXPECT_EQ(law_of_a_wait(5 * kSecond, {}), "");
  EXPECT_EQ(law_of_a_wait(5 * kSecond + kMillisecond, {}), "calls end soon");
  EXPECT_EQ(law_of_a_wait(5 * kSecond + kLongestDelay, {{Kind::delay, 1, 7}}), "");
  EXPECT_EQ(law_of_a_wait(5 * kSecond + kLongestDelay + kMillisecond, {{Kind::delay, 1, 7}}),
            "calls end soon");
  EXPECT_EQ(law_of_a_wait(30 * kSecond, {{Kind::stall, 1, 1}}), "");
}

}  // namespace orbweaver::sim
