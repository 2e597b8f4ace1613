// SPDX-License-Identifier: Apache-2.0
#include "resolve_topology.hpp"

#include <algorithm>
#include <set>

namespace orbweaver::deploy {

namespace {

template <class T>
using Resolved = Result<T, std::string>;  // the error: one clause

unexpected<std::string> cannot(std::string why) { return unexpected<std::string>{std::move(why)}; }

/// Finds the components and devices of a plan to which a SAD refers.
class Resolver {
 public:
  explicit Resolver(const Plan& plan) : plan_(&plan) {}

  Resolved<Owner> operator()(const profile::InstantiationRef& ref) const {
    const auto one = component(ref.refid);
    if (!one) return cannot(one.error());
    return ComponentOwner{(*one)->identifier};
  }

  Resolved<Owner> operator()(const profile::DeviceThatLoaded& ref) const {
    const auto one = component(ref.refid);
    if (!one) return cannot(one.error());
    return DeviceOwner{(*one)->device};
  }

  Resolved<Owner> operator()(const profile::DeviceUsedByComponent& ref) const {
    const auto one = component(ref.refid);
    if (!one) return cannot(one.error());
    return used((*one)->uses_devices, ref.usesrefid, "component '" + ref.refid + "'");
  }

  Resolved<Owner> operator()(const profile::DeviceUsedByApplication& ref) const {
    return used(plan_->uses_devices, ref.usesrefid, "the application");
  }

  Resolved<Owner> operator()(const profile::FindBy& found) const {
    using Way = profile::FindBy::Way;
    switch (found.way) {
      case Way::naming_service:
        return FoundOwner{FoundOwner::Way::naming_service, found.name, {}};
      case Way::stringified_reference:
        return FoundOwner{FoundOwner::Way::stringified_reference, found.name, {}};
      case Way::domain_finder:
        return FoundOwner{FoundOwner::Way::domain_finder, found.name, found.finder_type};
      case Way::none:
        break;
    }
    return cannot("findby does not say how");
  }

  Resolved<End> end(const profile::PortEnd& port) const {
    if (!port.target) return cannot("port '" + port.identifier + "' names no owner");
    auto owner = std::visit(*this, *port.target);
    if (!owner) return cannot(std::move(owner.error()));
    return End{std::move(*owner), what_of(port.kind), port.identifier};
  }

  Resolved<End> end(const profile::FindBy& found) const {
    auto owner = (*this)(found);
    if (!owner) return cannot(std::move(owner.error()));
    return End{std::move(*owner), End::Kind::itself, {}};
  }

  static End::Kind what_of(profile::PortEnd::Kind kind) {
    switch (kind) {
      case profile::PortEnd::Kind::uses:
        return End::Kind::uses_port;
      case profile::PortEnd::Kind::provides:
        return End::Kind::provides_port;
      case profile::PortEnd::Kind::supported:
        return End::Kind::itself;
    }
    return End::Kind::itself;
  }

  Resolved<const PlannedComponent*> component(const std::string& instantiation) const {
    const auto found =
        std::ranges::find(plan_->components, instantiation, &PlannedComponent::instantiation);
    if (found != plan_->components.end()) return &*found;
    return cannot("the application has no component '" + instantiation + "'");
  }

 private:
  static Resolved<Owner> used(const std::map<std::string, std::string>& devices,
                              const std::string& uses, const std::string& by) {
    const auto found = devices.find(uses);
    if (found != devices.end()) return DeviceOwner{found->second};
    return cannot(by + " has no usesdevice '" + uses + "'");
  }

  const Plan* plan_;
};

/// Gives each connection an id that no other connection has.
class ConnectionIds {
 public:
  explicit ConnectionIds(const std::vector<profile::ConnectInterface>& connections) {
    for (const auto& connection : connections) given_.insert(connection.id);
  }

  std::string next(const std::string& given) {
    if (!given.empty() && used_.insert(given).second) return given;
    return given.empty() ? unused_id("connection_") : unused_id(given + "_");
  }

 private:
  std::string unused_id(const std::string& stem) {
    for (int number = 1;; ++number) {
      auto id = stem + std::to_string(number);
      if (!given_.contains(id) && used_.insert(id).second) return id;
    }
  }

  std::set<std::string> given_;
  std::set<std::string> used_;
};

class Topologist {
 public:
  Topologist(const profile::SoftwareAssembly& assembly, const Plan& plan)
      : assembly_(&assembly), plan_(&plan), resolver_(plan), ids_(assembly.connections) {}

  ResolvedTopology resolve() && {
    for (const auto& connection : assembly_->connections) add(connection);
    for (const auto& external_port : assembly_->external_ports) add(external_port);
    for (const auto& external_property : assembly_->external_properties) add(external_property);
    return std::move(resolved_);
  }

 private:
  void add(const profile::ConnectInterface& connection) {
    auto id = ids_.next(connection.id);
    auto uses = connection.uses ? resolver_.end(*connection.uses)
                                : Resolved<End>{cannot("it has no uses port")};
    auto provides = other_end(connection);
    if (!uses) return fail("connection '" + id + "': " + uses.error());
    if (!provides) return fail("connection '" + id + "': " + provides.error());
    id = unique_beyond_the_application(std::move(id), *uses);
    resolved_.topology.connections.push_back(
        {std::move(id), std::move(*uses), std::move(*provides)});
  }

  Resolved<End> other_end(const profile::ConnectInterface& connection) const {
    if (const auto* port = std::get_if<profile::PortEnd>(&connection.other)) {
      return resolver_.end(*port);
    }
    if (const auto* found = std::get_if<profile::FindBy>(&connection.other)) {
      return resolver_.end(*found);
    }
    return cannot("it has one end only");
  }

  // A device's or a service's port has connections of other applications too, and those of another
  // instance of this one have the same ids.
  std::string unique_beyond_the_application(std::string id, const End& uses) const {
    if (std::holds_alternative<ComponentOwner>(uses.owner)) return id;
    return plan_->application + "/" + id;
  }

  void add(const profile::ExternalPort& port) {
    const auto component = resolver_.component(port.component);
    if (!component) return fail("external port '" + port.name() + "': " + component.error());
    resolved_.topology.external_ports.push_back(
        {port.name(), End{ComponentOwner{(*component)->identifier}, Resolver::what_of(port.kind),
                          port.identifier}});
  }

  void add(const profile::ExternalProperty& property) {
    const auto component = resolver_.component(property.component);
    if (!component) return fail("external property '" + property.id() + "': " + component.error());
    resolved_.topology.external_properties.push_back(
        {property.id(), (*component)->identifier, property.property});
  }

  void fail(std::string why) {
    resolved_.failures.push_back({Step::connect, {}, {}, {Cause::failed, std::move(why)}});
  }

  const profile::SoftwareAssembly* assembly_;
  const Plan* plan_;
  Resolver resolver_;
  ConnectionIds ids_;
  ResolvedTopology resolved_;
};

}  // namespace

ResolvedTopology resolve_topology(const profile::SoftwareAssembly& assembly, const Plan& plan) {
  return Topologist{assembly, plan}.resolve();
}

}  // namespace orbweaver::deploy
