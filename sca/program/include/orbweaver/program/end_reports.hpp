// Reports the ends of a device's programs to the domain that asked for them (device/end_reports.hpp).
#pragma once
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/device/executable_device.hpp>
#include <orbweaver/generated/sca/ProgramEnds.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/program/errands.hpp>

#include <cstddef>

namespace orbweaver::program {

/// One listener at most. Threads: any.
class EndReports {
 public:
  using Listener = CORBA::object_reference<CORBA::Object>;

  /// Reports that wait for the listener. What comes beyond them is dropped, and so is one that it does
  /// not take: a domain finds out by itself, if later and without a reason.
  static constexpr std::size_t kMostWaiting = 10'000;

  /// From now on, instead of the one before; nil: there is none. Never blocks.
  void set_listener(const Listener& listener);
  /// Never blocks: a thread of this sends it. Does nothing without a listener.
  void report(const device::ProgramEnd& end);

 private:
  using Ends = CORBA::object_reference<Orbweaver::ProgramEnds>;

  void send(const Ends& listener, const device::ProgramEnd& end);

  os::Mutex mutex_;
  Ends listener_;
  std::size_t waiting_ = 0;
  Errands errands_{1};
};

}  // namespace orbweaver::program
