// SPDX-License-Identifier: Apache-2.0
// Plans which implementation of each component runs on which device, with which values.
#pragma once
#include <orbweaver/deploy/capacity_source.hpp>
#include <orbweaver/deploy/plan_report.hpp>
#include <orbweaver/deploy/target.hpp>
#include <orbweaver/deploy/topology.hpp>
#include <orbweaver/profile/application.hpp>

#include <functional>
#include <map>

namespace orbweaver::deploy {

/// Returns the absolute name of a file in the SCA file system. `from`: the folder of the profile
/// that names it. Fails: `absent` if there is no such file.
using Locate = std::function<Outcome<std::string>(const profile::LocalFile& file,
                                                  const std::filesystem::path& from)>;

/// Returns a Locate for a root on this machine, which it copies. For a link it returns the name of
/// the link's target.
[[nodiscard]] Locate locate_below(const profile::Root& root);

/// A value from the user, for one component.
struct SetValue {
  std::string component;     // id or usagename of the instantiation
  property::Override value;  // its refid: id or name of the property
};

struct PlanRequest {
  /// Which components share a process and device: those of the SAD's host collocations, none, or
  /// all, as if the SAD had one host collocation.
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

/// A component that a resource factory makes, and that has no program of its own.
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
  std::string naming_name;         // empty: it does not register
  std::vector<LoadRequest> loads;  // in this order: packages that it depends on, then itself
  std::optional<ExecuteRequest> execute;
  std::optional<FromFactory> from_factory;
  bool is_factory = false;
  std::optional<std::int64_t> start_order;
  Capacities configure;        // every writable configure property that has a value
  Capacities configure_given;  // those of them that the SAD or the user sets
  std::map<std::string, std::string> uses_devices;  // usesdevice id to device id

  /// Whether it registers by its own name, so that it can be initialised, connected and released.
  [[nodiscard]] bool registers() const { return !naming_name.empty() && !from_factory; }
  /// Whether it is a CF::Resource, and no factory.
  [[nodiscard]] bool is_resource() const { return (registers() || from_factory) && !is_factory; }
};

struct Plan {
  std::string application;                          // the name of this instance
  std::vector<PlannedComponent> components;         // in the order of the SAD
  std::string controller;                           // identifier of the assembly controller
  std::map<std::string, std::string> uses_devices;  // of the application (REDHAWK)
  Topology topology;

  /// Returns the component with this identifier; null if there is none.
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

/// Chooses for each component, in the order of the SAD, the first implementation that fits on the
/// first device that has room. It tries the next device before the next implementation.
/// Components of a host collocation go to the first device that takes them all: as shared libraries
/// of one host process, if each has such an implementation and a device takes all of these;
/// otherwise as programs. Outside of a host process, a shared library without an entry point is
/// only for components that do not register. An implementation whose file does not exist is
/// skipped.
/// Capacity is taken from `source` and recorded in `taken`; if there is no plan, nothing stays
/// taken. `report` gets every attempt in both cases. Blocks: as the source does, and on the file
/// system.
[[nodiscard]] Result<Plan, PlanFault> make_plan(const PlanRequest& request, CapacitySource& source,
                                                Transaction& taken, PlanReport& report);

/// Makes a plan against a copy of the devices' capacities, for `orbweaver plan`. Planning goes on
/// after a component that fits nowhere: `report` has the attempts of all components, and the fault
/// names each one that fits nowhere.
[[nodiscard]] Result<Plan, PlanFault> make_dry_plan(const PlanRequest& request, PlanReport& report);

}  // namespace orbweaver::deploy
