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

/// One listener at most. Threads: any.
class EndReports {
 public:
  using Listener = CORBA::object_reference<CORBA::Object>;

  /// Reports that wait for the listener. Reports beyond this number are dropped, and so is a report
  /// that the listener refuses: a domain finds the end by itself, if later and without a reason. If
  /// the listener does not answer in time, all reports that wait for it are dropped.
  static constexpr std::size_t kMostWaiting = 10'000;

  /// `call_timeout`: of each report.
  explicit EndReports(Nanoseconds call_timeout = std::chrono::seconds{5})
      : call_timeout_(call_timeout) {}
  /// Drops what waits. Blocks: for a report that is under way.
  ~EndReports() { is_over_ = true; }
  EndReports(const EndReports&) = delete;
  EndReports& operator=(const EndReports&) = delete;

  /// From now on, instead of the one before; nil: there is none. Never blocks.
  void set_listener(const Listener& listener);
  /// Sends them in one call. Never blocks: a thread of this sends. Does nothing without a listener.
  void report(const std::vector<device::ProgramEnd>& ends);

 private:
  /// Reports to one listener, which have numbers from 1 on.
  struct Row {
    CORBA::object_reference<Orbweaver::ProgramEnds> listener;
    std::uint64_t last = 0;
    std::uint64_t dropped = 0;  // this one, and all before it
  };

  void handle(Row& row, std::uint64_t number, const std::vector<device::ProgramEnd>& ends);
  [[nodiscard]] bool is_dropped(const Row& row, std::uint64_t number);
  void send(Row& row, const std::vector<device::ProgramEnd>& ends);

  const Nanoseconds call_timeout_;
  os::Atomic<bool> is_over_ = false;
  os::Mutex mutex_;           // of what follows, and of the numbers of all rows
  std::shared_ptr<Row> row_;  // null: there is no listener
  std::size_t waiting_ = 0;
  Errands errands_{1};  // last: ended while all else is there
};

}  // namespace orbweaver::program
