// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <orbweaver/component/stage/ticket_window.hpp>

#include <set>
#include <tuple>
#include <vector>

namespace orbweaver::component {
namespace {

TEST(TicketWindow, hands_on_nothing_before_the_oldest_is_done) {
  TicketWindow window(3);
  for (int i = 0; i < 3; ++i) (void)window.accept();
  EXPECT_FALSE(window.has_room());
  EXPECT_EQ(window.claim(), 0U);
  EXPECT_EQ(window.claim(), 1U);
  EXPECT_FALSE(window.complete(1));
  EXPECT_EQ(window.due(), std::nullopt);
  EXPECT_TRUE(window.complete(0));
  EXPECT_EQ(window.due(), 0U);
  window.release();
  EXPECT_EQ(window.due(), 1U);
  EXPECT_TRUE(window.has_room());
}

TEST(TicketWindow, awaits_the_oldest_once_a_thread_works_on_it) {
  TicketWindow window(2);
  EXPECT_EQ(window.awaited(), std::nullopt);
  (void)window.accept();
  EXPECT_EQ(window.awaited(), std::nullopt);
  (void)window.claim();
  EXPECT_EQ(window.awaited(), 0U);
  window.complete(0);
  EXPECT_EQ(window.awaited(), std::nullopt);
}

TEST(TicketWindow, holds_at_least_one) { EXPECT_TRUE(TicketWindow(0).has_room()); }

/// All ways in which one feeder, some workers and one that hands on can take turns. A step is what
/// OrderedWorkers does under one hold of its lock; a thread without work waits.
class Model {
 public:
  Model(std::size_t window, std::size_t workers, std::uint64_t packets)
      : window_size_(window), packets_(packets), start_{TicketWindow(window), {}, 0, {}} {
    start_.at_work.resize(workers);
  }
  /// Fails the test where order, bound or progress is lost. Returns how many states there were.
  std::size_t explore() {
    visit(start_);
    return seen_.size();
  }

 private:
  struct State {
    TicketWindow window;
    std::vector<std::optional<TicketWindow::Ticket>> at_work;  // by worker
    std::uint64_t accepted = 0;
    std::vector<TicketWindow::Ticket> handed_on;
  };
  using Key =
      std::tuple<std::vector<std::optional<TicketWindow::Ticket>>, std::uint64_t, std::size_t,
                 std::size_t, std::optional<TicketWindow::Ticket>, std::vector<bool>>;

  Key key(const State& state) const {
    std::vector<bool> is_at_work_or_waiting;
    for (const auto& ticket : state.at_work) is_at_work_or_waiting.push_back(ticket.has_value());
    return {state.at_work,          state.accepted,     state.window.waiting(),
            state.handed_on.size(), state.window.due(), is_at_work_or_waiting};
  }

  void visit(const State& state) {
    if (!seen_.insert(key(state)).second) return;
    check(state);
    bool can_move = feed(state);
    for (std::size_t worker = 0; worker < state.at_work.size(); ++worker)
      can_move = work(state, worker) || can_move;
    can_move = hand_on(state) || can_move;
    if (!can_move) {
      EXPECT_EQ(state.handed_on.size(), packets_) << "stuck";
    }
  }

  void check(const State& state) const {
    for (std::size_t i = 0; i < state.handed_on.size(); ++i) ASSERT_EQ(state.handed_on[i], i);
    ASSERT_LE(state.window.in_flight(), window_size_);
    ASSERT_EQ(state.window.in_flight(), state.accepted - state.handed_on.size());
  }

  bool feed(State state) {
    if (state.accepted == packets_ || !state.window.has_room()) return false;
    EXPECT_EQ(state.window.accept(), state.accepted++);
    visit(state);
    return true;
  }

  bool work(State state, std::size_t worker) {
    auto& mine = state.at_work[worker];
    if (mine) {
      (void)state.window.complete(*mine);
      mine.reset();
    } else if (!(mine = state.window.claim())) {
      return false;
    }
    visit(state);
    return true;
  }

  bool hand_on(State state) {
    const auto due = state.window.due();
    if (!due) return false;
    state.handed_on.push_back(*due);
    state.window.release();
    visit(state);
    return true;
  }

  std::size_t window_size_;
  std::uint64_t packets_;
  State start_;
  std::set<Key> seen_;
};

TEST(TicketWindow, keeps_order_bound_and_progress_however_threads_take_turns) {
  for (const std::size_t window : {1U, 2U, 3U, 4U})
    for (const std::size_t workers : {1U, 2U, 3U}) {
      SCOPED_TRACE(testing::Message() << window << " places, " << workers << " workers");
      EXPECT_GT(Model(window, workers, 6).explore(), 18U);
    }
}

}  // namespace
}  // namespace orbweaver::component
