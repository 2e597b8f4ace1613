// SPDX-License-Identifier: Apache-2.0
// A client of a domain: it creates applications, and looks at what they leave.
#pragma once
#include <orbweaver/generated/corba/CosNaming.hpp>
#include <orbweaver/generated/sca/CF/DomainManager.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "laws/deployment.hpp"
#include "scenarios/rig/orb.hpp"

namespace orbweaver::sim {

/// What calls of a client may do.
enum class Calls {
  may_fail,
  fail_by_faults,  // without one, a call that fails ends the run
  must_succeed,    // there are no faults any more: as if there had been none
};

/// Threads: one at a time.
class RadioClient {
 public:
  /// Blocks: until the domain manager is there.
  explicit RadioClient(const Orb& orb);

  /// That the domain has at this moment.
  [[nodiscard]] std::size_t nodes();
  /// Until the domain has this many devices that are idle, or that moment.
  void await_devices(std::size_t count, Time last);
  /// `file`: the SAD. Until it is installed.
  void install(const std::string& file);
  /// Creates an application of this many components, and checks that it is whole. Then it is
  /// started, stopped and released, as far as the seed says.
  void live(std::uint32_t components, Calls calls);
  /// Creates an application that must be there, started, after the domain manager was away.
  void begin_one(std::uint32_t components);
  /// Creates an application whose components stand still in start() for longer than the domain
  /// waits, and answer then. It can be stopped and released.
  void start_late(std::uint32_t components);
  /// Tries to create an application whose components end before they register: the error says so,
  /// long before the domain has waited for them.
  void create_in_vain(std::uint32_t components);
  /// At the naming service.
  void unbind(const std::string& name);
  /// Whether the domain manager has its name.
  [[nodiscard]] bool finds_domain();
  /// Whether the domain, or one of its nodes, says that something of this name is missing. Asks
  /// until all answer.
  [[nodiscard]] bool has_problem(std::string_view of);
  /// Whether the application of this name is there with all of its components until then.
  [[nodiscard]] bool is_whole_by(Time last, const std::string& name, std::uint32_t components);
  /// The application of this name, which is there.
  void release(const std::string& name);
  /// Until a domain manager has it again, or that moment. Then it must be whole, and is released.
  void end_adopted(Time last);
  /// Until the domain holds nothing but its devices; fails the run if it still does after a minute.
  void await_given_back(std::size_t devices);
  /// The same, and releases each application that is there: one whose creation seemed to fail, as a
  /// connection broke, may come later.
  void release_all(std::size_t devices);

 private:
  using Application = CORBA::object_reference<CF::Application>;

  /// The domain manager, which may be another one than before.
  void find();
  /// Then looks for the domain manager anew.
  void pause();
  /// Until it succeeds.
  void insist(const std::function<void()>& call);
  [[nodiscard]] CORBA::object_reference<CF::ApplicationFactory> factory(std::uint32_t components);
  [[nodiscard]] Application create(std::uint32_t components, Calls calls);
  [[nodiscard]] std::string new_name();
  void check_whole(const Application& application, std::uint32_t components, Calls calls);
  [[nodiscard]] std::vector<std::string> problems();
  [[nodiscard]] bool is_whole(const std::string& name, std::uint32_t components);
  [[nodiscard]] Application application_of_name(const std::string& name);
  void add_device(Holdings& holdings, const CORBA::object_reference<CF::Device>& device);
  [[nodiscard]] std::size_t devices();
  [[nodiscard]] Holdings holdings();
  void release_each();
  void await_nothing(std::size_t devices, const std::function<void()>& meanwhile);

  const Orb& orb_;
  CORBA::object_reference<CosNaming::NamingContextExt> names_;
  CORBA::object_reference<CF::DomainManager> manager_;
  std::uint32_t created_ = 0;
  std::string begun_;  // the name of the application of begin_one()
  std::uint32_t components_of_begun_ = 0;
};

}  // namespace orbweaver::sim
