// SPDX-License-Identifier: Apache-2.0
// Reports to the service manager that this process serves, as long as an object of it answers a
// call like one from another process. If the ORB or the called object hangs, the reports stop, and
// the service manager restarts the service.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/os/thread.hpp>
#include <orbweaver/program/service_manager.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace orbweaver::program {

class Watchdog {
 public:
  /// The watchdog's call of the object, on its own thread. May throw CORBA::Exception.
  using Ask = std::function<void(const CORBA::object_reference<CORBA::Object>& object)>;
  /// Receives a line if the object did not answer; called on the watchdog's thread.
  using OnSilence = std::function<void(const std::string& line)>;

  /// Calls by an ORB of its own. `ask`, with all its calls, is limited to a quarter of the
  /// manager's watchdog time, and the next one follows after another quarter: so there are at least
  /// two in the time. Does nothing without a watchdog. `manager` must outlive this.
  Watchdog(const ServiceManager& manager, std::string reference, Ask ask, OnSilence on_silence);
  /// Ends a call that is under way. Blocks: at most for the time to connect to this process.
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

 private:
  void work(const std::stop_token& stop) const;
  [[nodiscard]] std::optional<std::string> silence(std::shared_ptr<CORBA::ORB>& orb,
                                                   Nanoseconds time,
                                                   const std::stop_token& stop) const;

  const ServiceManager* manager_;
  const std::string reference_;
  const Ask ask_;
  const OnSilence on_silence_;
  os::Thread thread_;
};

}  // namespace orbweaver::program
