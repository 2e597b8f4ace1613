// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/deploy/transaction.hpp>

#include <gtest/gtest.h>

#include <latch>

namespace orbweaver::deploy {
namespace {

class Log {
 public:
  /// A record that notes when it is given back.
  Undo note(Step step, const std::string& component, bool fails = false) {
    return {step, component, "gpp", component, [this, step, component, fails]() -> Outcome<void> {
              entries.push_back(std::string{name_of(step)} + " " + component);
              if (fails) return fault(Cause::failed, "as the test asks");
              return {};
            }};
  }
  std::vector<std::string> entries;
};

using Entries = std::vector<std::string>;

TEST(Transaction, gives_back_in_reverse_within_one_step) {
  Log log;
  Transaction done;
  for (const auto* id : {"a", "b", "c"}) done.record(log.note(Step::unload, id));
  EXPECT_TRUE(done.undo().empty());
  EXPECT_EQ(log.entries, (Entries{"unload c", "unload b", "unload a"}));
}

TEST(Transaction, ends_every_process_before_it_unloads_a_file_however_they_were_started) {
  Log log;
  Transaction done;
  done.record(log.note(Step::unload, "a"));
  done.record(log.note(Step::terminate, "a"));
  done.record(log.note(Step::unload, "b"));
  done.record(log.note(Step::terminate, "b"));
  (void)done.undo();
  EXPECT_EQ(log.entries, (Entries{"terminate b", "terminate a", "unload b", "unload a"}));
}

TEST(Transaction, gives_back_each_record_once) {
  Log log;
  Transaction done;
  done.record(log.note(Step::unload, "a"));
  (void)done.undo();
  (void)done.undo();
  EXPECT_EQ(log.entries.size(), 1U);
  EXPECT_EQ(done.size(), 0U);
}

TEST(Transaction, goes_on_past_what_fails_and_names_it) {
  Log log;
  Transaction done;
  done.record(log.note(Step::unload, "a"));
  done.record(log.note(Step::unload, "b", true));
  done.record(log.note(Step::terminate, "c", true));
  const auto failures = done.undo();
  EXPECT_EQ(log.entries.size(), 3U);
  ASSERT_EQ(failures.size(), 2U);
  EXPECT_EQ(line(failures[0]),
            "component 'c' on device 'gpp': terminate: failed: as the test asks");
  EXPECT_EQ(line(failures[1]), "component 'b' on device 'gpp': unload: failed: as the test asks");
}

TEST(Transaction, gives_back_up_to_a_step_and_keeps_the_rest) {
  Log log;
  Transaction done;
  done.record(log.note(Step::unload, "a"));
  done.record(log.note(Step::stop, "a"));
  EXPECT_TRUE(done.has(Step::stop, "a"));
  (void)done.undo(Step::stop);
  EXPECT_EQ(log.entries, (Entries{"stop a"}));
  EXPECT_FALSE(done.has(Step::stop, "a"));
  EXPECT_EQ(done.size(), 1U);
}

TEST(Transaction, gives_back_one_record_by_its_subject) {
  Log log;
  Transaction done;
  done.record(log.note(Step::disconnect, "c1"));
  done.record(log.note(Step::disconnect, "c2", true));
  EXPECT_FALSE(done.undo_one(Step::disconnect, "c1").has_value());
  EXPECT_TRUE(done.undo_one(Step::disconnect, "c2").has_value()) << "it fails";
  EXPECT_FALSE(done.undo_one(Step::disconnect, "c2").has_value()) << "it is gone";
  EXPECT_EQ(log.entries, (Entries{"disconnect c1", "disconnect c2"}));
}

TEST(Transaction, takes_over_the_records_of_another_one) {
  Log log;
  Transaction done;
  Transaction attempt;
  done.record(log.note(Step::deallocate, "a"));
  attempt.record(log.note(Step::deallocate, "b"));
  done.absorb(attempt);
  EXPECT_EQ(attempt.size(), 0U);
  (void)done.undo();
  EXPECT_EQ(log.entries, (Entries{"deallocate b", "deallocate a"}));
}

TEST(Transaction, terminates_side_by_side_on_as_many_threads_as_it_may_use) {
  Transaction done;
  std::latch all_are_there{3};  // ends only if three run at the same time
  for (int i = 0; i < 3; ++i) {
    done.record({Step::terminate, "a", "gpp", {}, [&]() -> Outcome<void> {
                   all_are_there.arrive_and_wait();
                   return {};
                 }});
  }
  EXPECT_TRUE(done.undo(Step::deallocate, 3).empty());
}

}  // namespace
}  // namespace orbweaver::deploy
