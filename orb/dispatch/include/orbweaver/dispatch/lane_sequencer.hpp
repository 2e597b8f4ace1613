// SPDX-License-Identifier: Apache-2.0
// Puts the requests of numbered series in order at the end of an object's lane.
//
//   connections ──► Lane ──► pool thread ──► LaneSequencer ──► servant
//                                              │ early: held in the window
//                                              │ late: dropped, counted
//                                              ▼ missing for too long: skipped, reported as a gap
//
// The sequencer works in the lane, one job at a time. So it needs no lock, and it reports a gap in
// order, between two requests. Requests that are held have left the lane; the window limits them.
// While requests are held, the alarm submits a job that checks the window.
#pragma once
#include <orbweaver/dispatch/alarm.hpp>
#include <orbweaver/dispatch/job.hpp>
#include <orbweaver/dispatch/lane.hpp>
#include <orbweaver/dispatch/sequencer.hpp>

#include <memory>

namespace orbweaver::dispatch {

/// A request that has a number in a series. Each of deliver() and drop() ends it.
class SeriesItem {
 public:
  virtual ~SeriesItem() = default;
  [[nodiscard]] virtual SeriesStamp stamp() const noexcept = 0;
  /// Its size, which counts towards the window.
  [[nodiscard]] virtual std::size_t size_bytes() const noexcept = 0;
  /// Called when all requests before it have been delivered or are missing for good.
  virtual void deliver() noexcept = 0;
  /// Called right before deliver() if requests before it are missing for good.
  virtual void missed(const Gap& gap) noexcept = 0;
  /// Called if the item came twice, if it came after it was skipped, or if there is no memory for
  /// it.
  virtual void drop() noexcept = 0;
  /// Called if it came early: moves its content to an object that can wait for deliver(). This
  /// object is not used afterwards. Fails: std::bad_alloc; then this object is as it was.
  [[nodiscard]] virtual std::unique_ptr<SeriesItem> take_away() = 0;
};

/// Threads: arrive() only in the lane, which serialises it; stop_waiting() any.
class LaneSequencer final : public Alarm::Target,
                            public std::enable_shared_from_this<LaneSequencer> {
 public:
  /// `alarm` must outlive the sequencer. Owned by a shared_ptr.
  LaneSequencer(std::shared_ptr<Lane> lane, Alarm& alarm, SequencerLimits limits)
      : lane_(std::move(lane)), alarm_(alarm), sequencer_(limits) {}

  /// Delivers, holds or drops `item`, and delivers the items that waited for it. Call it from a job
  /// of the lane.
  /// If there is no memory to hold `item`, it is dropped.
  void arrive(SeriesItem& item) noexcept;
  /// Acts as arrive(), for a job that runs nested in another job of the lane. A later job delivers
  /// the items that waited for `item`: they need not be part of the call for which the outer job
  /// waits.
  void arrive_nested(SeriesItem& item) noexcept;
  /// Delivers the held items when every job that is in the lane now has run; from then on no item
  /// is held. Does nothing if the lane is closed. Blocks: while there is no memory.
  void stop_waiting() noexcept;

  void ring() noexcept override;

 private:
  using Items = Sequencer<std::unique_ptr<SeriesItem>>;
  /// A job that checks the window.
  class Look;
  void submit_look(void (LaneSequencer::*look)() noexcept);
  /// Submits the job. Returns false if there is no memory for it.
  [[nodiscard]] bool try_to_submit(void (LaneSequencer::*look)() noexcept) noexcept;
  void look_for_expired() noexcept;
  void give_up_waiting() noexcept;

  [[nodiscard]] Items::Verdict judge(const SeriesItem& item) noexcept;
  void hold(SeriesItem& item) noexcept;
  void keep(SeriesItem& item) noexcept;
  void set_alarm();
  void deliver_ready() noexcept;

  std::shared_ptr<Lane> lane_;
  Alarm& alarm_;
  Items sequencer_;
  bool is_alarm_set_ = false;  // used in the lane
};

}  // namespace orbweaver::dispatch
