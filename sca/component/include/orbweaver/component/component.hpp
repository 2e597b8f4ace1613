// A component as a program: its ORB, its reference, its life from `ready` to the end. See
// peers/CONTRACT.md.
//
//   int main(int argc, char** argv) {
//     Settings settings; CLI::App app; add_..._options(app, settings);
//     return run_component(app, argc, argv, settings, [&](Component& component) {
//       component.publish(servant);     // if others call it
//       ...                             // its work
//       return component.serve();       // until its end
//     });
//   }
#pragma once
#include <orbweaver/component/event_lines.hpp>
#include <orbweaver/component/settings.hpp>
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/os/life_line.hpp>

#include <atomic>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>

namespace orbweaver::component {

class Component {
 public:
  /// Throws CORBA exceptions of ORB_init.
  Component(const Settings& settings, os::LifeLine& life_line);

  [[nodiscard]] const std::string& name() const noexcept { return settings_.name; }
  [[nodiscard]] const Settings& settings() const noexcept { return settings_; }
  [[nodiscard]] CORBA::ORB& orb() const noexcept { return *orb_; }
  [[nodiscard]] bool is_last() const noexcept { return settings_.next.empty(); }

  /// The component that `--next` names, reached once so that a wrong reference is noticed now.
  /// Throws CORBA exceptions; BAD_PARAM if it is of another interface.
  template <class Interface>
  [[nodiscard]] CORBA::object_reference<Interface> next() const {
    auto next = IDL::traits<Interface>::narrow(reach_next());
    if (!next) refuse_next(Interface::_id);
    return next;
  }

  /// Activates the servant, begins to serve, prints the `ready` line.
  void publish(const PortableServer::Servant& servant);
  /// Prints the `ready` line of a component that nobody calls.
  void announce() const { print_ready(name(), ""); }
  /// Prints an `error` line, the first time, and ends serve() with status 1. Any thread.
  void fail(const std::string& why);
  /// Ends serve(). Any thread, also from a servant: its reply is still sent.
  void end() noexcept { life_line_.release(); }
  /// Blocks until the program should end; then finishes what was accepted. Returns the exit status.
  [[nodiscard]] int serve();
  /// Does `work` on a thread of its own and serves; at the end the work is asked to stop, and
  /// waited for. What it throws fails the component. Returns the exit status.
  [[nodiscard]] int serve_while(const std::function<void(std::stop_token)>& work);

 private:
  [[nodiscard]] CORBA::object_reference<CORBA::Object> reach_next() const;
  [[noreturn]] void refuse_next(const char* interface_id) const;
  void carry_out(const std::function<void(std::stop_token)>& work, std::stop_token stop);
  void await_end();
  [[nodiscard]] int leave();

  Settings settings_;
  os::LifeLine& life_line_;
  std::shared_ptr<CORBA::ORB> orb_;
  std::atomic<bool> has_failed_{false};
};

/// Parses the options, applies processors and scheduling, makes the component and runs `body`.
/// Returns the exit status: that of `body`; 2 with one line on standard error for wrong options; 1
/// with an `error` line for what `body` throws.
[[nodiscard]] int run_component(CLI::App& app, int argc, char** argv, Settings& settings,
                                const std::function<int(Component&)>& body);

}  // namespace orbweaver::component
