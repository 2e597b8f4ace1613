// SPDX-License-Identifier: Apache-2.0
// Checks of the connections of a SAD or DCD.
//
// A wrong port or interface is a warning: a component may have ports that its SCD does not list,
// and interfaces may inherit others that the SCD does not list. The component itself decides when
// connectPort is called. A connection without an end, or with an end at a component that is not
// placed, can never be made: that is an error.
#include <algorithm>
#include <array>

#include "checks/rules.hpp"

namespace orbweaver::profile::checks {

namespace {

using Direction = ComponentPort::Direction;

// The types of domainfinder of SCA 2.2.2 D.6 and of REDHAWK.
constexpr std::array<std::string_view, 10> kFinders{
    "filemanager", "log",         "eventchannel", "namingservice", "domainmanager",
    "servicename", "servicetype", "application",  "devicemanager", "device"};

std::string described(const ConnectInterface& connection) {
  return connection.id.empty() ? "connectinterface" : "connectinterface '" + connection.id + "'";
}

const ComponentPort* find_port(const SoftwareComponent& component, const std::string& name,
                               Direction direction) {
  const auto found = std::ranges::find_if(component.ports, [&](const ComponentPort& port) {
    return port.name == name && port.direction == direction;
  });
  return found == component.ports.end() ? nullptr : &*found;
}

std::string port_names(const SoftwareComponent& component, Direction direction) {
  NameList names;
  for (const auto& port : component.ports)
    if (port.direction == direction) names.add(port.name);
  const std::string kind = direction == Direction::uses ? "uses" : "provides";
  return names.text("it lists: ", "it lists no " + kind + " port: add it there");
}

// An end, with the component's descriptor and the interface that it gives for the port.
struct Known {
  const SoftwareComponent* component = nullptr;  // null: the component is not known
  std::string repid;                             // empty: unknown
};

class ConnectionChecker {
 public:
  ConnectionChecker(const Assembly& assembly, Findings& findings)
      : assembly_(&assembly), findings_(&findings) {}

  void check(const ConnectInterface& connection) {
    const auto uses = check_uses(connection);
    if (const auto* other = std::get_if<PortEnd>(&connection.other))
      check_interfaces(connection, uses, check_end(*other));
    else if (const auto* findby = std::get_if<FindBy>(&connection.other))
      check_findby(*findby);
    else
      add(Code::connection_incomplete, connection.at, described(connection), "it has no other end",
          "add <providesport>, <componentsupportedinterface> or <findby>");
    check_id(connection);
  }

 private:
  void add(Code code, const Position& at, std::string what, std::string cause, std::string remedy) {
    findings_->push_back({code, at, std::move(what), std::move(cause), std::move(remedy)});
  }

  Known check_uses(const ConnectInterface& connection) {
    if (connection.uses) return check_end(*connection.uses);
    add(Code::connection_incomplete, connection.at, described(connection), "it has no usesport",
        "add <usesport>");
    return {};
  }

  // Two connections of one uses port must not have the same id, which identifies a connection
  // there.
  void check_id(const ConnectInterface& connection) {
    if (connection.id.empty()) return;
    const auto [first, fresh] = ids_.emplace(connection.id, &connection);
    if (fresh) return;
    const auto& before = first->second->uses;
    const auto& uses = connection.uses;
    const bool same = before && uses && before->identifier == uses->identifier &&
                      place_of(*before) == place_of(*uses);
    add(same ? Code::connection_duplicate : Code::connection_id_repeated, connection.at,
        described(connection),
        "line " + std::to_string(first->second->at.line) + " has this id already" +
            (same ? ", for the same port" : ""),
        "give each connection an id of its own, or none");
  }

  // Returns a text that identifies the component of an end.
  std::string place_of(const PortEnd& end) {
    if (!end.target) return {};
    if (const auto* ref = std::get_if<InstantiationRef>(&*end.target)) return ref->refid;
    const auto* findby = std::get_if<FindBy>(&*end.target);
    if (!findby) return {};
    const auto* found = assembly_->find_by_name(findby->name);
    return found ? found->instantiation->id : findby->name;
  }

  Known check_end(const PortEnd& end) {
    if (!end.target) {
      add(Code::connection_incomplete, end.at, "end '" + end.identifier + "'",
          "it names no component", "add <componentinstantiationref> or <findby>");
      return {};
    }
    const auto* component =
        std::visit([&](const auto& entry) { return resolve(entry, end); }, *end.target);
    if (!component || !component->descriptor || end.identifier.empty()) return {};
    return end.kind == PortEnd::Kind::supported ? check_supported(end, *component)
                                                : check_port(end, *component);
  }

  // Returns the component of an end; null if it is not one of the assembly.
  const ComponentProfile* resolve(const InstantiationRef& ref, const PortEnd& end) {
    return placed(ref.refid, "componentinstantiationref", end);
  }

  const ComponentProfile* resolve(const DeviceThatLoaded& ref, const PortEnd& end) {
    placed(ref.refid, "devicethatloadedthiscomponentref", end);
    return nullptr;
  }

  const ComponentProfile* resolve(const DeviceUsedByComponent& ref, const PortEnd& end) {
    const auto* component = placed(ref.refid, "deviceusedbythiscomponentref", end);
    if (!component || !component->package || ref.usesrefid.empty()) return nullptr;
    bool found = has_uses(component->package->uses_devices, ref.usesrefid);
    for (const auto& implementation : component->package->implementations)
      found = found || has_uses(implementation.uses_devices, ref.usesrefid);
    if (!found)
      add(Code::usesdevice_unknown, end.at, "deviceusedbythiscomponentref '" + ref.usesrefid + "'",
          "the package " + shown(component->package->name) + " has no usesdevice of this id",
          "name one of its usesdevice elements");
    return nullptr;
  }

  const ComponentProfile* resolve(const DeviceUsedByApplication& ref, const PortEnd& end) {
    const auto* devices = assembly_->uses_devices;
    if (devices && !ref.usesrefid.empty() && !has_uses(*devices, ref.usesrefid))
      add(Code::usesdevice_unknown, end.at, "deviceusedbyapplication '" + ref.usesrefid + "'",
          "usesdevicedependencies has no usesdevice of this id",
          "name one of its usesdevice elements");
    return nullptr;
  }

  const ComponentProfile* resolve(const FindBy& findby, const PortEnd&) {
    check_findby(findby);
    if (findby.way != FindBy::Way::naming_service) return nullptr;
    const auto* found = assembly_->find_by_name(findby.name);
    return found ? assembly_->component_of(*found) : nullptr;
  }

  static bool has_uses(const std::vector<UsesDevice>& devices, const std::string& id) {
    return std::ranges::find(devices, id, &UsesDevice::id) != devices.end();
  }

  const ComponentProfile* placed(const std::string& id, const char* element, const PortEnd& end) {
    if (const auto* found = assembly_->find(id)) return assembly_->component_of(*found);
    const bool is_node = assembly_->uses_devices == nullptr;
    if (!id.empty() && is_node)
      add(Code::instantiation_elsewhere, end.at, std::string{element} + " '" + id + "'",
          "the node places no such component: another node must have registered it",
          assembly_->ids());
    else if (!id.empty())
      add(Code::instantiation_unknown, end.at, std::string{element} + " '" + id + "'",
          "no such component is placed", assembly_->ids());
    return nullptr;
  }

  void check_findby(const FindBy& findby) {
    if (findby.way == FindBy::Way::none)
      return add(Code::connection_incomplete, findby.at, "findby", "it says not how to find",
                 "add <namingservice>, <stringifiedobjectref> or <domainfinder>");
    if (findby.way == FindBy::Way::naming_service && !findby.name.empty() &&
        assembly_->uses_devices && !assembly_->find_by_name(findby.name))
      add(Code::naming_name_unknown, findby.at, "namingservice '" + findby.name + "'",
          "no component of the assembly has this name", "it must be bound by another program");
    if (findby.way == FindBy::Way::domain_finder && !findby.finder_type.empty() &&
        std::ranges::find(kFinders, findby.finder_type) == kFinders.end())
      add(Code::domainfinder_unknown, findby.at, "domainfinder '" + findby.finder_type + "'",
          "there is no such type", "filemanager, log, eventchannel or namingservice");
  }

  Known check_port(const PortEnd& end, const ComponentProfile& component) {
    const auto& descriptor = *component.descriptor;
    const bool uses = end.kind == PortEnd::Kind::uses;
    const auto direction = uses ? Direction::uses : Direction::provides;
    if (const auto* port = find_port(descriptor, end.identifier, direction))
      return {&descriptor, port->repid};
    const auto other = uses ? Direction::provides : Direction::uses;
    const auto what = "port '" + end.identifier + "'";
    if (find_port(descriptor, end.identifier, other))
      add(Code::port_direction, end.at, what,
          "the SCD of " + shown(component.package->name) + " lists it as a " +
              (uses ? "provides" : "uses") + " port",
          port_names(descriptor, direction));
    else
      add(Code::port_unlisted, end.at, what,
          "the SCD of " + shown(component.package->name) + " has no such " +
              (uses ? "uses" : "provides") + " port",
          port_names(descriptor, direction));
    return {};
  }

  Known check_supported(const PortEnd& end, const ComponentProfile& component) {
    const auto& descriptor = *component.descriptor;
    const bool listed = std::ranges::any_of(descriptor.supports, [&](const auto& support) {
      return inherits(descriptor, support.repid, end.identifier);
    });
    if (listed || inherits(descriptor, descriptor.repid, end.identifier))
      return {&descriptor, end.identifier};
    add(Code::interface_unsupported, end.at, "componentsupportedinterface '" + end.identifier + "'",
        "the SCD of " + shown(component.package->name) + " does not list it",
        "add it to supportsinterface");
    return {};
  }

  void check_interfaces(const ConnectInterface& connection, const Known& uses, const Known& other) {
    if (uses.repid.empty() || other.repid.empty()) return;
    if (uses.repid.find("CORBA/Object:") != std::string::npos) return;
    if (inherits(*other.component, other.repid, uses.repid) ||
        inherits(*uses.component, other.repid, uses.repid))
      return;
    add(Code::interface_mismatch, connection.at, described(connection),
        "port '" + connection.uses->identifier + "' uses " + uses.repid + ", '" +
            std::get<PortEnd>(connection.other).identifier + "' is " + other.repid +
            ", and no SCD says that this one inherits that one",
        "connect ports of one interface, or list the inheritance under interfaces");
  }

  const Assembly* assembly_;
  Findings* findings_;
  std::map<std::string, const ConnectInterface*> ids_;
};

}  // namespace

void check_connections(const Assembly& assembly, Findings& findings) {
  ConnectionChecker checker(assembly, findings);
  for (const auto& connection : *assembly.connections) checker.check(connection);
}

}  // namespace orbweaver::profile::checks
