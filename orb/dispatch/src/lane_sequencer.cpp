// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/dispatch/lane_sequencer.hpp>

#include <orbweaver/os/thread.hpp>

#include <new>
#include <utility>

namespace orbweaver::dispatch {

namespace {

// A LaneSequencer submits at most one job for each alarm, and one at the end, so it need not pause.
class Unpausable final : public Feeder {
 public:
  void resume() noexcept override {}
};
Unpausable unpausable;

constexpr Nanoseconds kUntilNextTry =
    std::chrono::milliseconds(10);  // to submit a job for which there was no memory

}  // namespace

class LaneSequencer::Look final : public Job {
 public:
  Look(std::shared_ptr<LaneSequencer> sequencer, void (LaneSequencer::*look)() noexcept) noexcept
      : sequencer_(std::move(sequencer)), look_(look) {}
  void run() noexcept override { (*sequencer_.*look_)(); }
  [[nodiscard]] std::size_t size_bytes() const noexcept override { return 0; }

 private:
  std::shared_ptr<LaneSequencer> sequencer_;
  void (LaneSequencer::*look_)() noexcept;
};

void LaneSequencer::arrive(SeriesItem& item) noexcept {
  switch (judge(item)) {
    case Items::Verdict::next:
      item.deliver();
      break;
    case Items::Verdict::early:
      return hold(item);
    case Items::Verdict::late:
      item.drop();
      break;
  }
  deliver_ready();
}

void LaneSequencer::arrive_nested(SeriesItem& item) noexcept {
  const auto alive = shared_from_this();
  switch (judge(item)) {
    case Items::Verdict::next:
      item.deliver();
      break;
    case Items::Verdict::early:
      keep(item);
      break;
    case Items::Verdict::late:
      item.drop();
      break;
  }
  if (sequencer_.has_ready()) submit_look(&LaneSequencer::deliver_ready);
}

// If there is no memory for a new series, the item counts as late: its number is missing.
LaneSequencer::Items::Verdict LaneSequencer::judge(const SeriesItem& item) noexcept {
  try {
    return sequencer_.judge(item.stamp());
  } catch (const std::bad_alloc&) {
    return Items::Verdict::late;
  }
}

// `item` may be the last owner of this object, and a full window delivers it at once: `alive` keeps
// this object.
void LaneSequencer::hold(SeriesItem& item) noexcept {
  const auto alive = shared_from_this();
  keep(item);
  deliver_ready();
}

void LaneSequencer::keep(SeriesItem& item) noexcept {
  const auto stamp = item.stamp();
  const auto bytes = item.size_bytes();
  std::unique_ptr<SeriesItem> held;
  try {
    held = item.take_away();
    sequencer_.hold(stamp, std::move(held), bytes, now());
    set_alarm();
  } catch (const std::bad_alloc&) {
    (held ? *held : item).drop();
  }
}

// A wait that begins later ends later: one alarm, for the first, is enough.
void LaneSequencer::set_alarm() {
  if (is_alarm_set_) return;
  const auto expiry = sequencer_.next_expiry();
  if (!expiry) return;
  is_alarm_set_ = alarm_.set(*expiry, weak_from_this());
  if (!is_alarm_set_) sequencer_.stop_waiting();
}

void LaneSequencer::deliver_ready() noexcept {
  while (auto ready = sequencer_.take_ready()) {
    if (ready->gap) ready->item->missed(*ready->gap);
    ready->item->deliver();
  }
}

// Items are held until this look: while there is no memory for its job, the alarm tries again.
void LaneSequencer::ring() noexcept {
  while (!try_to_submit(&LaneSequencer::look_for_expired) &&
         !alarm_.set(now() + kUntilNextTry, weak_from_this()))
    os::sleep_for(kUntilNextTry);
}

void LaneSequencer::stop_waiting() noexcept {
  while (!try_to_submit(&LaneSequencer::give_up_waiting)) os::sleep_for(kUntilNextTry);
}

void LaneSequencer::submit_look(void (LaneSequencer::*look)() noexcept) {
  (void)lane_->submit(std::make_unique<Look>(shared_from_this(), look), unpausable);
}

bool LaneSequencer::try_to_submit(void (LaneSequencer::*look)() noexcept) noexcept {
  try {
    submit_look(look);
    return true;
  } catch (const std::bad_alloc&) {
    return false;
  }
}

void LaneSequencer::look_for_expired() noexcept {
  is_alarm_set_ = false;
  sequencer_.expire(now());
  set_alarm();
  deliver_ready();
}

void LaneSequencer::give_up_waiting() noexcept {
  sequencer_.stop_waiting();
  deliver_ready();
}

}  // namespace orbweaver::dispatch
