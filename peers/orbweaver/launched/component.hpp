// SPDX-License-Identifier: Apache-2.0
// A component in a program: its ORB, its reference, its life from `ready` to the end. See
// peers/CONTRACT.md. What it does in between is a Part (part.hpp); what a program is made of,
// program.hpp.
#pragma once
#include <orbweaver/component/stage/event_lines.hpp>
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/os/life_line.hpp>
#include "launched/settings.hpp"

#include <atomic>
#include <functional>
#include <memory>
#include <string>

namespace orbweaver::launched {

/// Prints the line with which a component says where it is called: `reference` is empty if it is
/// not.
void print_ready(const std::string& name, const std::string& reference);

class Component {
 public:
  /// Throws CORBA exceptions of ORB_init.
  Component(const Settings& settings, os::LifeLine& life_line);
  /// Of a process that hosts several, which share an ORB.
  Component(const Settings& settings, os::LifeLine& life_line, std::shared_ptr<CORBA::ORB> orb);

  [[nodiscard]] const std::string& name() const noexcept { return settings_.name; }
  [[nodiscard]] const Settings& settings() const noexcept { return settings_; }
  [[nodiscard]] CORBA::ORB& orb() const noexcept { return *orb_; }
  [[nodiscard]] const std::shared_ptr<CORBA::ORB>& shared_orb() const noexcept { return orb_; }
  [[nodiscard]] bool is_last() const noexcept { return settings_.next.empty(); }

  /// The component that `--next` names, reached once so that a wrong reference is noticed now. It
  /// has a connection of its own (RTCORBA::PrivateConnectionPolicy). Throws CORBA exceptions;
  /// BAD_PARAM if it is of another interface.
  template <class Interface>
  [[nodiscard]] CORBA::object_reference<Interface> next() {
    auto next = IDL::traits<Interface>::narrow(reach_next());
    if (!next) refuse_next(Interface::_id);
    next_ = next;
    return next;
  }

  /// Activates the servant, begins to serve, prints the `ready` line.
  void publish(const PortableServer::Servant& servant);
  /// Where others call it; empty until published.
  [[nodiscard]] const std::string& reference() const noexcept { return reference_; }
  /// No more calls come in; those that were accepted are carried out. After publish().
  void withdraw();
  /// Prints the `ready` line of a component that no other component calls.
  void announce() const { print_ready(name(), ""); }
  /// Prints the `result` line; `part` is "producer" or "stage". With `--explain` it also tells what
  /// the ORB chose, and why.
  void report(const char* part, const nlohmann::json& content) const;
  /// Prints an `error` line, the first time, and ends serve() with status 1. Any thread.
  void fail(const std::string& why);
  /// Ends serve(). Any thread, also from a servant: its reply is still sent.
  void end() noexcept { life_line_.release(); }
  /// Blocks until the program should end; then finishes what was accepted. Returns the exit status.
  [[nodiscard]] int serve();
  /// Does `work`; what it throws fails the component.
  void attempt(const std::function<void()>& work);
  [[nodiscard]] bool has_failed() const noexcept { return has_failed_; }

  /// The most requests that waited at once for this component's dispatch: in its lane, or in the
  /// ORB's pool.
  [[nodiscard]] std::size_t most_waiting() const;
  /// The way that calls to the next component take: "tcp", "unix", "inproc"...; empty if there is
  /// none, or none was made yet.
  [[nodiscard]] std::string transport() const;

 private:
  [[nodiscard]] CORBA::object_reference<CORBA::Object> reach_next() const;
  [[noreturn]] void refuse_next(const char* interface_id) const;
  [[nodiscard]] CORBA::object_reference<PortableServer::POA> root_poa() const;

  Settings settings_;
  os::LifeLine& life_line_;
  std::shared_ptr<CORBA::ORB> orb_;
  CORBA::object_reference<CORBA::Object> next_;
  PortableServer::ObjectId id_;
  std::string reference_;
  std::atomic<bool> has_failed_{false};
};

/// A program that is one component and no Part: parses the options, applies processors and
/// scheduling, makes the component and runs `body`. Returns the exit status: that of `body`; 2 with
/// one line on standard error for wrong options; 1 with an `error` line for what `body` throws.
[[nodiscard]] int run_component(CLI::App& app, int argc, char** argv, Settings& settings,
                                const std::function<int(Component&)>& body);

}  // namespace orbweaver::launched
