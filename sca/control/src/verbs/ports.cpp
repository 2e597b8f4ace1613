#include <orbweaver/control/verbs.hpp>

#include <algorithm>

#include "applications.hpp"
#include "files/domain_profiles.hpp"
#include "table.hpp"

namespace orbweaver::control {

namespace {

using Kind = profile::PortEnd::Kind;
using Direction = profile::ComponentPort::Direction;

const char* name_of(Kind kind) {
  switch (kind) {
    case Kind::uses:
      return "uses";
    case Kind::provides:
      return "provides";
    case Kind::supported:
      return "supports";
  }
  return "";
}

/// What the profiles in the domain's file system say of an object's ports.
class KnownPorts {
 public:
  KnownPorts(const Domain& domain, const Target& target)
      : profiles_(attempt("ask for the file manager", [&] { return domain.manager->fileMgr(); })),
        sad_(attempt("ask for the profile", [&] { return target.application->profile(); })),
        target_(&target) {}

  Json list() { return target_->component.empty() ? of_application() : of_component(); }

 private:
  Json of_application() {
    auto made = Json::array();
    for (const auto& each : profiles_.assembly(sad_).external_ports) {
      made.push_back({{"name", each.name()}, {"direction", name_of(each.kind)}});
      auto repid = repid_of(each);
      if (!repid.empty()) made.back()["interface"] = std::move(repid);
      made.back()["component"] = each.component;
    }
    return made;
  }
  /// Empty if the component's profiles do not say it.
  std::string repid_of(const profile::ExternalPort& port) {
    if (port.kind == Kind::supported) return port.identifier;
    try {
      const auto* descriptor = descriptor_of(port.component);
      if (descriptor == nullptr) return {};
      const auto found = std::ranges::find_if(descriptor->ports, [&](const auto& each) {
        return each.name == port.identifier &&
               (each.direction == Direction::uses) == (port.kind == Kind::uses);
      });
      return found == descriptor->ports.end() ? std::string{} : found->repid;
    } catch (const Failed&) {
      return {};
    }
  }
  Json of_component() {
    auto made = Json::array();
    const auto* descriptor = descriptor_of(instantiation_in(target_->component, target_->name));
    if (descriptor == nullptr)
      fail("list the ports of '" + target_->text + "'", "its package has no descriptor (SCD)",
           "name a port");
    for (const auto& each : descriptor->ports)
      made.push_back({{"name", each.name},
                      {"direction", each.direction == Direction::uses ? "uses" : "provides"},
                      {"interface", each.repid}});
    return made;
  }
  const profile::SoftwareComponent* descriptor_of(const std::string& component) {
    const auto package = profiles_.package_of(sad_, component);
    return package.empty() ? nullptr : profiles_.descriptor_of(package);
  }

  DomainProfiles profiles_;
  std::string sad_;
  const Target* target_;
};

/// What getPort gives. Throws what it throws.
void add_object(const Domain& domain, const Target& target, Json& port) {
  const auto object = target.resource->getPort(port["name"].get<std::string>());
  port["ior"] = object ? Json(domain.orb->object_to_string(object)) : Json(nullptr);
  if (object) port["connectable"] = object->_is_a(CF::Port::_id);
}

Json all_ports(const Domain& domain, const Target& target) {
  auto made = KnownPorts{domain, target}.list();
  for (auto& each : made) {
    try {
      add_object(domain, target, each);
    } catch (const CORBA::Exception& exception) {
      each["error"] = line_of(failure_of("getPort", exception));
    }
  }
  return made;
}

Json one_port(const Domain& domain, const Target& target, const std::string& name) {
  Json port{{"name", name}};
  attempt("get the port '" + name + "' of '" + target.text + "'",
          [&] { add_object(domain, target, port); });
  return Json::array({std::move(port)});
}

std::string text_of_ports(const Json& ports) {
  Table table{{"port", "direction", "interface", "object"}};
  for (const auto& each : ports) {
    const bool has_object = each.contains("ior") && each["ior"].is_string();
    table.add(
        {each.value("name", std::string{}), each.value("direction", std::string{}),
         each.value("interface", std::string{}),
         has_object ? each["ior"].get<std::string>() : each.value("error", std::string{"nil"})});
  }
  return table.is_empty() ? "its profile names no port\n" : table.text();
}

}  // namespace

Report ports(const Domain& domain, const std::string& text, const std::string& port) {
  const auto target = find_target(domain, text);
  auto document = named(target);
  document["ports"] = port.empty() ? all_ports(domain, target) : one_port(domain, target, port);
  auto table = text_of_ports(document["ports"]);
  return {std::move(document), std::move(table)};
}

}  // namespace orbweaver::control
