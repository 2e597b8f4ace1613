// SPDX-License-Identifier: Apache-2.0
// Says to the service manager that this process serves, as long as it does: an object of it answers
// a call that comes as one of another process would. If the ORB hangs, or what the call asks for,
// the service manager hears nothing and restarts the service.
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
  /// The call by which the watchdog asks the object, on its own thread. May throw CORBA::Exception.
  using Ask = std::function<void(const CORBA::object_reference<CORBA::Object>& object)>;
  /// A line that says that the object did not answer; called on the thread of this.
  using OnSilence = std::function<void(const std::string& line)>;

  /// Asks by an ORB of its own. `ask` ends, with all that it calls, after a quarter of the time of
  /// the manager's watchdog, and another quarter passes before the next one: it is asked twice at
  /// least in the time. Without a watchdog it does nothing. `manager` must outlive this.
  Watchdog(const ServiceManager& manager, std::string reference, Ask ask, OnSilence on_silence);
  /// Ends a call that is under way. Blocks: no longer than to connect to this process.
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
