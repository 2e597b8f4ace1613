// Puts the requests of numbered streams in order at the end of an object's lane.
//
//   connections ──► Lane ──► pool thread ──► LaneSequencer ──► servant
//                                              │ early: held in the window
//                                              │ late: dropped, counted
//                                              ▼ missing for too long: skipped, reported as a gap
//
// It works inside the lane, one job at a time, so it needs no lock, adds no queue to the lane's
// bounds, and a gap is reported in its place between two requests. What is held has left the lane and
// counts towards the window. A window that waits is looked at by a job of its own, which the alarm
// submits.
#pragma once
#include <orbweaver/dispatch/alarm.hpp>
#include <orbweaver/dispatch/job.hpp>
#include <orbweaver/dispatch/lane.hpp>
#include <orbweaver/dispatch/sequencer.hpp>

#include <memory>

namespace orbweaver::dispatch {

/// A request that has a place in a stream. Each of deliver() and drop() ends it.
class StreamItem {
 public:
  virtual ~StreamItem() = default;
  [[nodiscard]] virtual Stamp stamp() const noexcept = 0;
  /// What it counts towards the window.
  [[nodiscard]] virtual std::size_t size_bytes() const noexcept = 0;
  /// Its turn has come.
  virtual void deliver() noexcept = 0;
  /// Called right before deliver() if requests before it are missing for good.
  virtual void missed(const Gap& gap) noexcept = 0;
  /// It came twice, or after it was skipped.
  virtual void drop() noexcept = 0;
  /// It came early: moves what it is to where it may wait for deliver(). It is of no more use.
  [[nodiscard]] virtual std::unique_ptr<StreamItem> take_away() = 0;
};

/// Threads: arrive() in the lane only, which serialises it; stop_waiting() any.
class LaneSequencer final : public Alarm::Target,
                            public std::enable_shared_from_this<LaneSequencer> {
 public:
  /// `alarm` must outlive it. Owned by a shared_ptr.
  LaneSequencer(std::shared_ptr<Lane> lane, Alarm& alarm, SequencerLimits limits)
      : lane_(std::move(lane)), alarm_(alarm), sequencer_(limits) {}

  /// Delivers, holds or drops `item`, and delivers what waited for it. Call from a job of the lane.
  // A stream that is new takes memory: where there is none, the process ends, as in any job.
  // NOLINTNEXTLINE(bugprone-exception-escape)
  void arrive(StreamItem& item) noexcept;
  /// The same in a job that is nested in another one of the lane: what waited for `item` is
  /// delivered by a job of its own, later, as it may not be part of what the other one waits for.
  // NOLINTNEXTLINE(bugprone-exception-escape)
  void arrive_nested(StreamItem& item) noexcept;
  /// Once every job that the lane holds now has run: delivers what is held, and holds no more.
  /// Fails: nothing happens if the lane is closed.
  void stop_waiting();

  void ring() noexcept override;

 private:
  using Items = Sequencer<std::unique_ptr<StreamItem>>;
  /// A job that looks after the window.
  class Look;
  void submit_look(void (LaneSequencer::*look)() noexcept);
  void look_for_expired() noexcept;
  void give_up_waiting() noexcept;

  void hold(StreamItem& item);
  void keep(StreamItem& item);
  void set_alarm();
  void deliver_ready() noexcept;

  std::shared_ptr<Lane> lane_;
  Alarm& alarm_;
  Items sequencer_;
  bool is_alarm_set_ = false;  // the lane's
};

}  // namespace orbweaver::dispatch
