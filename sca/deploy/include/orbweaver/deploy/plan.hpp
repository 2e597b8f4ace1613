// SPDX-License-Identifier: Apache-2.0
// Which implementation of each component goes to which device, and what it gets there.
#pragma once
#include <orbweaver/deploy/capacity_source.hpp>
#include <orbweaver/deploy/plan_report.hpp>
#include <orbweaver/deploy/target.hpp>
#include <orbweaver/deploy/topology.hpp>
#include <orbweaver/profile/application.hpp>

#include <functional>
#include <map>

namespace orbweaver::deploy {

/// The name of a file in the SCA file system, absolute. `from`: the folder of the profile that
/// names it. Fails: `absent` if there is no such file.
using Locate = std::function<Outcome<std::string>(const profile::LocalFile& file,
                                                  const std::filesystem::path& from)>;

/// Looks for files below a root on this machine. Copies the root. A link gives the name of the file
/// that it leads to.
[[nodiscard]] Locate locate_below(const profile::Root& root);

/// A value from the user, for one component.
struct SetValue {
  std::string component;     // id or usagename of the instantiation
  property::Override value;  // its refid: id or name of the property
};

struct PlanRequest {
  /// Which components belong together: as the host collocations of the SAD say, none, or all of
  /// them, as if the SAD had one host collocation.
  enum class Placement { as_sad, separate, together };

  const profile::Application* application = nullptr;  // must outlive the call
  std::string name;                                   // of this instance of the application
  Devices devices;                                    // in the order in which they are tried
  std::map<std::string, std::string> assignments;     // instantiation id to device id
  Capacities configuration;                           // create's initConfiguration
  std::vector<SetValue> overrides;
  Placement placement = Placement::as_sad;
  Locate locate;
};

/// A component that a factory makes instead of a program of its own.
struct FromFactory {
  std::string factory;  // identifier of the component
  Capacities qualifiers;
};

struct PlannedComponent {
  std::string instantiation;  // id in the SAD
  std::string identifier;     // "<instantiation>:<application>" (SCA 2.2.2 3.1.3.1.1)
  std::string implementation;
  std::string device;
  std::string profile;             // its SPD
  std::string naming_name;         // empty: it registers under no name
  std::vector<LoadRequest> loads;  // in this order: packages that it depends on, then itself
  std::optional<ExecuteRequest> execute;
  std::optional<FromFactory> from_factory;
  bool is_factory = false;
  std::optional<std::int64_t> start_order;
  Capacities configure;        // every writable configure property that has a value
  Capacities configure_given;  // those of them that the SAD or the user gives
  std::map<std::string, std::string> uses_devices;  // usesdevice id to device id

  /// Whether it registers, so that it can be initialised, connected and released.
  [[nodiscard]] bool registers() const { return !naming_name.empty() && !from_factory; }
  /// Whether it is a CF resource: with operations of its own, and no factory.
  [[nodiscard]] bool is_resource() const { return (registers() || from_factory) && !is_factory; }
};

struct Plan {
  std::string application;                          // the name of this instance
  std::vector<PlannedComponent> components;         // in the order of the SAD
  std::string controller;                           // identifier of the assembly controller
  std::map<std::string, std::string> uses_devices;  // of the application (REDHAWK)
  Topology topology;

  /// Null if there is none with this identifier.
  [[nodiscard]] const PlannedComponent* find(std::string_view identifier) const;
};

/// Why there is no plan.
struct PlanFault {
  enum class Kind {
    no_device_fits,
    invalid_assignments,    // names: instantiations (CF::...::CreateApplicationRequestError)
    invalid_configuration,  // names: properties (CF::...::InvalidInitConfiguration)
    invalid_profile,
  };
  Kind kind = Kind::no_device_fits;
  Failures failures;  // at least one
  std::vector<std::string> names;
};

/// Decides for every component, in the order of the SAD: the first implementation that fits on the
/// first device that has room; the next device is tried before the next implementation. Components
/// of a host collocation go to the first device that takes them all: as shared libraries of one
/// host process if each has an implementation that is one and some device takes all of these, or
/// else as programs. Outside a host process a shared library without an entry point is for
/// components that do not register. An implementation whose file is not there is passed over.
/// Capacity comes from `source`, and what was taken is recorded in `taken`: all of it or, if there
/// is no plan, nothing. `report` gets every attempt either way. Blocks: as the source does, and on
/// the file system.
[[nodiscard]] Result<Plan, PlanFault> make_plan(const PlanRequest& request, CapacitySource& source,
                                                Transaction& taken, PlanReport& report);

/// Makes a plan against a copy of the devices' capacities: for `orbweaver plan`. A component that
/// fits nowhere does not end the planning: `report` has the attempts of all, and the fault names
/// each that does not.
[[nodiscard]] Result<Plan, PlanFault> make_dry_plan(const PlanRequest& request, PlanReport& report);

}  // namespace orbweaver::deploy
