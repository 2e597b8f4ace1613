// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <orbweaver/upkeep/upkeep.hpp>

#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace orbweaver::upkeep {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// A domain in which making takes no time, and goes as the test says.
class FakeDomain final : public Applications {
 public:
  std::vector<std::string> names() override {
    const std::lock_guard lock(mutex_);
    if (std::exchange(throws_, false)) throw std::runtime_error("it is gone");
    ++looks_;
    changed_.notify_all();
    return {there_.begin(), there_.end()};
  }
  Attempt make(const WantedApplication& wanted) override {
    std::unique_lock lock(mutex_);
    ++attempts_[wanted.name];
    changed_.notify_all();
    changed_.wait(lock, [&] { return !held_.contains(wanted.name); });
    if (const auto answer = answers_.find(wanted.name); answer != answers_.end())
      return answer->second;
    if (!is_to_vanish_.contains(wanted.name)) there_.insert(wanted.name);
    return {};
  }

  void answer(const std::string& name, std::optional<Attempt> attempt) {
    const std::lock_guard lock(mutex_);
    answers_.erase(name);
    if (attempt) answers_[name] = *attempt;
  }
  void hold(const std::string& name) {
    const std::lock_guard lock(mutex_);
    held_.insert(name);
  }
  void let_go(const std::string& name) {
    const std::lock_guard lock(mutex_);
    held_.erase(name);
    changed_.notify_all();
  }
  /// An application of this name that is made from now on is gone at once.
  void let_vanish(const std::string& name) {
    const std::lock_guard lock(mutex_);
    is_to_vanish_.insert(name);
  }
  /// When it is asked for names next.
  void throw_once() {
    const std::lock_guard lock(mutex_);
    throws_ = true;
  }
  int looks() {
    const std::lock_guard lock(mutex_);
    return looks_;
  }
  void wait_for_looks(int count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return looks_ >= count; });
  }
  void add(const std::string& name) {
    const std::lock_guard lock(mutex_);
    there_.insert(name);
  }
  void remove(const std::string& name) {
    const std::lock_guard lock(mutex_);
    there_.erase(name);
  }
  void wait_for_attempts(const std::string& name, int count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return attempts_[name] >= count; });
  }
  int attempts(const std::string& name) {
    const std::lock_guard lock(mutex_);
    return attempts_[name];
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::set<std::string> there_, held_, is_to_vanish_;
  int looks_ = 0;
  bool throws_ = false;
  std::map<std::string, Attempt> answers_;
  std::map<std::string, int> attempts_;
};

const Attempt kLacksDevice{Attempt::Outcome::lacks_device, "no device fits"};
const Attempt kFailed{Attempt::Outcome::failed, "it ended: exit status 7"};

class UpkeepTest : public testing::Test {
 protected:
  Upkeep& begin(Wanted wanted, std::set<std::string> being_restored = {}) {
    upkeep_.emplace(std::move(wanted), std::move(being_restored), domain_,
                    [this](const Event& event) { take(event); });
    upkeep_->begin();
    return *upkeep_;
  }
  static Wanted two(const std::string& name, const std::string& other) {
    auto result = one(name);
    result.applications.push_back(one(other).applications.front());
    return result;
  }
  static Wanted one(const std::string& name, WhenItEnds when_it_ends = WhenItEnds::restart,
                    unsigned most_restarts = 5) {
    WantedApplication wanted_application;
    wanted_application.name = name;
    wanted_application.when_it_ends = when_it_ends;
    wanted_application.most_restarts = most_restarts;
    return {.nodes = {}, .applications = {wanted_application}};
  }
  /// The next one. Blocks until it has come.
  Event next() {
    std::unique_lock lock(mutex_);
    came_.wait(lock, [this] { return taken_ < events_.size(); });
    return events_[taken_++];
  }
  bool has_more() {
    const std::lock_guard lock(mutex_);
    return taken_ < events_.size();
  }

  FakeDomain domain_;

 private:
  void take(const Event& event) {
    const std::lock_guard lock(mutex_);
    events_.push_back(event);
    came_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable came_;
  std::vector<Event> events_;
  std::size_t taken_ = 0;
  std::optional<Upkeep> upkeep_;  // last, so that it ends first
};

TEST_F(UpkeepTest, makes_what_is_wanted) {
  auto& upkeep = begin(one("fm"));
  const auto event = next();
  EXPECT_EQ(event.kind, Event::Kind::made);
  EXPECT_EQ(event.line, "application 'fm' is there, as it is wanted");
  EXPECT_THAT(upkeep.problems(), IsEmpty());
}

TEST_F(UpkeepTest, makes_nothing_that_is_there) {
  domain_.add("fm");
  auto& upkeep = begin(two("fm", "fm2"));
  EXPECT_EQ(next().application, "fm2");
  upkeep.finish();
  EXPECT_EQ(domain_.attempts("fm"), 0);
  EXPECT_FALSE(has_more());
}

TEST_F(UpkeepTest, leaves_alone_what_the_domain_may_adopt) {
  auto& upkeep = begin(two("fm", "other"), {"fm"});
  EXPECT_EQ(next().application, "other");
  EXPECT_THAT(upkeep.problems(), ElementsAre(HasSubstr("waits for the devices that it had")));
  domain_.add("fm");
  upkeep.restored("fm", true);
  EXPECT_THAT(upkeep.problems(), IsEmpty());
  domain_.remove("other");
  upkeep.ended("other");
  EXPECT_EQ(next().kind, Event::Kind::will_be_made_again);
  EXPECT_EQ(next().application, "other");
  EXPECT_EQ(domain_.attempts("fm"), 0);
}

TEST_F(UpkeepTest, makes_what_the_domain_could_not_adopt) {
  auto& upkeep = begin(one("fm"), {"fm"});
  upkeep.restored("fm", false);
  EXPECT_EQ(next().kind, Event::Kind::made);
  EXPECT_EQ(domain_.attempts("fm"), 1);
}

TEST_F(UpkeepTest, makes_what_ended_before_the_domain_had_adopted_it) {
  auto& upkeep = begin(one("fm"), {"fm"});
  upkeep.ended("fm");
  EXPECT_EQ(next().kind, Event::Kind::made);
}

TEST_F(UpkeepTest, begins_nothing_after_its_end) {
  domain_.answer("fm", kLacksDevice);
  auto& upkeep = begin(one("fm"));
  (void)next();
  upkeep.finish();
  upkeep.device_came();
  EXPECT_EQ(domain_.attempts("fm"), 1);
}

TEST_F(UpkeepTest, tells_once_of_an_application_that_lacks_a_device_and_makes_it_when_one_comes) {
  domain_.answer("fm", kLacksDevice);
  auto& upkeep = begin(one("fm"));
  const auto event = next();
  EXPECT_EQ(event.kind, Event::Kind::lacks_device);
  EXPECT_EQ(event.line, "application 'fm' waits for a device: no device fits");
  EXPECT_THAT(upkeep.problems(),
              ElementsAre("application 'fm' is wanted, and is not there: it waits for a device: no "
                          "device fits"));
  upkeep.device_came();
  domain_.wait_for_attempts("fm", 2);
  domain_.answer("fm", std::nullopt);
  upkeep.device_came();
  EXPECT_EQ(next().kind, Event::Kind::made);
}

TEST_F(UpkeepTest, tries_again_at_once_if_a_device_came_meanwhile) {
  domain_.answer("fm", kLacksDevice);
  domain_.hold("fm");
  auto& upkeep = begin(one("fm"));
  domain_.wait_for_attempts("fm", 1);
  upkeep.device_came();
  domain_.let_go("fm");
  domain_.wait_for_attempts("fm", 2);
  EXPECT_EQ(next().kind, Event::Kind::lacks_device);
}

TEST_F(UpkeepTest, makes_an_application_again_that_ended) {
  auto& upkeep = begin(one("fm"));
  EXPECT_EQ(next().kind, Event::Kind::made);
  domain_.remove("fm");
  upkeep.ended("fm");
  const auto event = next();
  EXPECT_EQ(event.kind, Event::Kind::will_be_made_again);
  EXPECT_EQ(event.line, "application 'fm' ended; it is made again in 1 s (1 of 5)");
  EXPECT_EQ(next().kind, Event::Kind::made);
  EXPECT_EQ(domain_.attempts("fm"), 2);
}

TEST_F(UpkeepTest, notices_an_end_while_it_makes_the_application) {
  domain_.hold("fm");
  domain_.let_vanish("fm");
  auto& upkeep = begin(one("fm"));
  domain_.wait_for_attempts("fm", 1);
  upkeep.ended("fm");
  domain_.let_go("fm");
  EXPECT_EQ(next().kind, Event::Kind::made);
  EXPECT_EQ(next().kind, Event::Kind::will_be_made_again);
}

TEST_F(UpkeepTest, takes_no_end_of_another_one_of_the_name_for_its_own) {
  auto& upkeep = begin(one("fm"));
  (void)next();
  const int before = domain_.looks();
  upkeep.ended("fm");
  domain_.wait_for_looks(before + 1);
  EXPECT_FALSE(has_more());
  EXPECT_EQ(domain_.attempts("fm"), 1);
}

TEST_F(UpkeepTest, goes_on_if_the_domain_throws) {
  domain_.throw_once();
  begin(one("fm"));
  EXPECT_EQ(next().line,
            "application 'fm' could not be made: it is gone; it is made again in 1 s (1 of 5)");
  EXPECT_EQ(next().kind, Event::Kind::made);
}

TEST_F(UpkeepTest, makes_again_what_an_operator_made_after_it_was_given_up) {
  domain_.answer("fm", kFailed);
  auto& upkeep = begin(one("fm", WhenItEnds::restart, 1));
  (void)next();
  EXPECT_EQ(next().kind, Event::Kind::stays_away);
  domain_.answer("fm", std::nullopt);
  upkeep.ended("fm");  // what an operator made
  EXPECT_EQ(next().line, "application 'fm' ended; it is made again in 1 s (1 of 1)");
  EXPECT_EQ(next().kind, Event::Kind::made);
}

TEST_F(UpkeepTest, gives_up_after_the_most_tries_in_a_row) {
  domain_.answer("fm", kFailed);
  auto& upkeep = begin(one("fm", WhenItEnds::restart, 1));
  EXPECT_EQ(next().line,
            "application 'fm' could not be made: it ended: exit status 7; it is made again in 1 s "
            "(1 of 1)");
  const auto event = next();
  EXPECT_EQ(event.kind, Event::Kind::stays_away);
  EXPECT_EQ(
      event.line,
      "application 'fm' could not be made: it ended: exit status 7; it stays away: 1 tries in "
      "a row came to nothing; create it by hand, or send the domain SIGHUP");
  EXPECT_THAT(upkeep.problems(), ElementsAre(HasSubstr("could not be made: it ended")));
}

TEST_F(UpkeepTest, tries_again_what_was_given_up_when_what_is_wanted_is_read_again) {
  domain_.answer("fm", kFailed);
  auto& upkeep = begin(one("fm", WhenItEnds::restart, 1));
  (void)next();
  EXPECT_EQ(next().kind, Event::Kind::stays_away);
  domain_.answer("fm", std::nullopt);
  upkeep.replace(one("fm"));
  EXPECT_EQ(next().kind, Event::Kind::made);
}

TEST_F(UpkeepTest, leaves_alone_what_is_to_stop) {
  auto& upkeep = begin(one("fm", WhenItEnds::stop));
  (void)next();
  domain_.remove("fm");
  upkeep.ended("fm");
  EXPECT_EQ(next().line, "application 'fm' ended; it stays away: when_it_ends is \"stop\"");
  EXPECT_THAT(upkeep.problems(), ElementsAre(HasSubstr("it ended")));
}

TEST_F(UpkeepTest, leaves_alone_what_an_operator_released) {
  domain_.answer("other", kLacksDevice);
  auto& upkeep = begin(two("fm", "other"));
  domain_.wait_for_attempts("fm", 1);
  domain_.wait_for_attempts("other", 1);
  (void)next();
  (void)next();
  domain_.remove("fm");
  EXPECT_THAT(upkeep.problems(),
              ElementsAre("application 'fm' is wanted, and is not there: it was released",
                          HasSubstr("'other'")));
  upkeep.device_came();
  domain_.wait_for_attempts("other", 2);
  EXPECT_EQ(domain_.attempts("fm"), 1);
}

TEST_F(UpkeepTest, makes_what_an_operator_released_when_what_is_wanted_is_read_again) {
  auto& upkeep = begin(one("fm"));
  (void)next();
  domain_.remove("fm");
  upkeep.replace(one("fm"));
  EXPECT_EQ(next().kind, Event::Kind::made);
  EXPECT_EQ(domain_.attempts("fm"), 2);
}

TEST_F(UpkeepTest, makes_others_while_one_hangs) {
  domain_.hold("slow");
  begin(two("slow", "quick"));
  EXPECT_EQ(next().application, "quick");
  domain_.let_go("slow");
  EXPECT_EQ(next().application, "slow");
}

TEST_F(UpkeepTest, makes_what_is_new_and_forgets_what_is_wanted_no_more) {
  auto& upkeep = begin(one("fm"));
  (void)next();
  upkeep.replace(one("am"));
  EXPECT_EQ(next().application, "am");
  domain_.remove("fm");
  upkeep.ended("fm");
  EXPECT_THAT(upkeep.problems(), IsEmpty());
  domain_.remove("am");
  upkeep.ended("am");
  EXPECT_EQ(next().application, "am");
  EXPECT_EQ(domain_.attempts("fm"), 1);
}

TEST_F(UpkeepTest, expects_nodes_by_label_or_identifier) {
  auto& upkeep = begin({.nodes = {"mast", "DCE:cabin"}, .applications = {}});
  EXPECT_THAT(upkeep.problems(), ElementsAre("node 'mast' is wanted, and is not there",
                                             "node 'DCE:cabin' is wanted, and is not there"));
  upkeep.node_came("DCE:1", "mast");
  upkeep.node_came("DCE:cabin", "cabin");
  EXPECT_THAT(upkeep.problems(), IsEmpty());
  upkeep.node_went("DCE:1");
  EXPECT_THAT(upkeep.problems(), ElementsAre("node 'mast' is wanted, and is not there"));
}

TEST_F(UpkeepTest, knows_whose_rest_goes_on) {
  auto& upkeep = begin(one("fm", WhenItEnds::keep_rest));
  EXPECT_TRUE(upkeep.keeps_rest("fm"));
  EXPECT_FALSE(upkeep.keeps_rest("am"));
  upkeep.replace(one("fm"));
  EXPECT_FALSE(upkeep.keeps_rest("fm"));
}

}  // namespace
}  // namespace orbweaver::upkeep
