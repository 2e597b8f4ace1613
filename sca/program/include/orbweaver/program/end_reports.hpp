// SPDX-License-Identifier: Apache-2.0
// Reports the ends of a device's programs to the domain that asked for them
// (device/end_reports.hpp).
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/device/executable_device.hpp>
#include <orbweaver/generated/sca/ProgramEnds.hpp>
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/program/errands.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace orbweaver::program {

/// Has one listener at most. Threads: any.
class EndReports {
 public:
  using Listener = CORBA::object_reference<CORBA::Object>;

  /// The most reports that wait for the listener. Further reports are dropped; so is a report that
  /// the listener refuses, and all waiting reports if the listener does not answer in time. The
  /// domain then finds the end by itself, later and without a reason.
  static constexpr std::size_t kMostWaiting = 10'000;

  /// `call_timeout`: for each report.
  explicit EndReports(Nanoseconds call_timeout = std::chrono::seconds{5})
      : call_timeout_(call_timeout) {}
  /// Drops the waiting reports. Blocks: for a report that is under way.
  ~EndReports() { is_over_ = true; }
  EndReports(const EndReports&) = delete;
  EndReports& operator=(const EndReports&) = delete;

  /// Replaces the listener; nil: there is none. Never blocks.
  void set_listener(const Listener& listener);
  /// Reports the ends in one call. A thread of this object makes the call, so this never blocks.
  /// Does nothing without a listener.
  void report(const std::vector<device::ProgramEnd>& ends);

 private:
  /// The reports to one listener, numbered from 1.
  struct Row {
    CORBA::object_reference<Orbweaver::ProgramEnds> listener;
    std::uint64_t last = 0;
    std::uint64_t dropped = 0;  // this report and all before it are dropped
  };

  void handle(Row& row, std::uint64_t number, const std::vector<device::ProgramEnd>& ends);
  [[nodiscard]] bool is_dropped(const Row& row, std::uint64_t number);
  void send(Row& row, const std::vector<device::ProgramEnd>& ends);

  const Nanoseconds call_timeout_;
  os::Atomic<bool> is_over_ = false;
  os::Mutex mutex_;           // guards the members below, and the numbers of all rows
  std::shared_ptr<Row> row_;  // null: there is no listener
  std::size_t waiting_ = 0;
  Errands errands_{1};  // last member: ended first
};

}  // namespace orbweaver::program
