#include <orbweaver/dispatch/lane_sequencer.hpp>

#include <utility>

namespace orbweaver::dispatch {

namespace {

// Submits at most one job for each alarm, and one at the end: a pause means nothing to it.
class Unpausable final : public Feeder {
 public:
  void resume() noexcept override {}
};
Unpausable unpausable;

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

// NOLINTNEXTLINE(bugprone-exception-escape): see its declaration
void LaneSequencer::arrive(StreamItem& item) noexcept {
  switch (sequencer_.judge(item.stamp())) {
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

// NOLINTNEXTLINE(bugprone-exception-escape): see its declaration
void LaneSequencer::arrive_nested(StreamItem& item) noexcept {
  const auto alive = shared_from_this();
  switch (sequencer_.judge(item.stamp())) {
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

// The item may be what keeps this alive, and a full window delivers it at once.
void LaneSequencer::hold(StreamItem& item) {
  const auto alive = shared_from_this();
  keep(item);
  deliver_ready();
}

void LaneSequencer::keep(StreamItem& item) {
  const auto stamp = item.stamp();
  const auto bytes = item.size_bytes();
  sequencer_.hold(stamp, item.take_away(), bytes, now());
  set_alarm();
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

void LaneSequencer::ring() noexcept { submit_look(&LaneSequencer::look_for_expired); }

void LaneSequencer::stop_waiting() { submit_look(&LaneSequencer::give_up_waiting); }

void LaneSequencer::submit_look(void (LaneSequencer::*look)() noexcept) {
  (void)lane_->submit(std::make_unique<Look>(shared_from_this(), look), unpausable);
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
