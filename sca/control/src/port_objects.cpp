// SPDX-License-Identifier: Apache-2.0
#include "port_objects.hpp"

#include "known_ports.hpp"

namespace orbweaver::control {

namespace {

using Object = CORBA::object_reference<CORBA::Object>;

std::string what_of(const ApplicationTarget& target, const std::string& name) {
  return "get the port '" + name + "' of '" + target.text + "'";
}

/// Finds a port in the profiles. Throws Failed.
template <class Predicate>
Object object_of_port(const Domain& domain, const ApplicationTarget& target,
                      const std::string& name, Predicate is_wanted) {
  const auto what = what_of(target, name);
  return attempt(what, [&] {
    try {
      return target.resource->getPort(name);
    } catch (const CF::PortSupplier::UnknownPort& unknown) {
      auto choice = choice_of_ports(domain, target, is_wanted);
      if (choice.empty()) throw;
      auto failure = failure_of(what, unknown);
      failure.remedy = std::move(choice);
      throw Failed(std::move(failure));
    }
  });
}

}  // namespace

CORBA::object_reference<CF::Port> uses_port(const Domain& domain, const ApplicationTarget& target,
                                            const std::string& name) {
  const auto is_uses = [](const KnownPort& known_port) { return known_port.is_uses(); };
  const auto object = object_of_port(domain, target, name, is_uses);
  const auto what = what_of(target, name);
  auto port = attempt(what, [&] { return IDL::traits<CF::Port>::narrow(object); });
  if (port) return port;
  auto choice = choice_of_ports(domain, target, is_uses);
  fail(what, "it is no CF::Port, and cannot be connected",
       choice.empty() ? "name a uses port; 'orbweaver ports " + target.text + "' lists them"
                      : "name a uses port: " + choice);
}

Object provides_port(const Domain& domain, const ApplicationTarget& target,
                     const std::string& name) {
  const auto is_provides = [](const KnownPort& known_port) { return !known_port.is_uses(); };
  auto object = object_of_port(domain, target, name, is_provides);
  const auto what = what_of(target, name);
  if (!object) fail(what, "it gives no object");
  if (!attempt(what, [&] { return object->_is_a(CF::Port::_id); })) return object;
  auto choice = choice_of_ports(domain, target, is_provides);
  fail(what, "it is a uses port, and nothing can be connected to it",
       "name a provides port" + (choice.empty() ? choice : ": " + choice));
}

std::optional<ExtendedCF::UsesConnectionSequence> connections_of(const Object& port) {
  if (!port) return std::nullopt;
  const auto queryable = IDL::traits<ExtendedCF::QueryablePort>::narrow(port);
  if (!queryable) return std::nullopt;
  return queryable->connections();
}

std::vector<RunningComponent> components_of(const Domain& domain,
                                            const ApplicationTarget& application) {
  const auto what = "list the components of '" + application.text + "'";
  std::vector<RunningComponent> running_components;
  for (const auto& component_naming_context :
       attempt(what, [&] { return application.application->componentNamingContexts(); })) {
    running_components.push_back(
        {instantiation_in(component_naming_context.componentId(), application.name)});
    try {
      running_components.back().resource =
          component_at(domain, application.text, component_naming_context.elementId());
    } catch (const Failed& failed) {
      running_components.back().error = failed.what();
    }
  }
  return running_components;
}

// ---- names of ports ----

const PortNames::FullName* PortNames::find(const Object& object) {
  if (!object) return nullptr;
  if (!known_) ask();
  for (const auto& entry : *known_)
    if (entry.object->_is_equivalent(object)) return &entry.name;
  return nullptr;
}

// Asks all components for their provides ports. One that does not answer is left out: connections
// to it are shown without its name.
void PortNames::ask() {
  known_.emplace();
  for (const auto& application : all_applications(*domain_)) ask(application);
}

void PortNames::ask(const ApplicationTarget& application) try {
  for (const auto& running_component : components_of(*domain_, application)) {
    if (!running_component.resource) continue;
    auto component = application;
    component.component = running_component.id + ":" + application.name;
    component.resource = running_component.resource;
    ask(component, {application.name, running_component.id, {}});
  }
} catch (const Failed&) {
  return;
}

void PortNames::ask(const ApplicationTarget& component, const FullName& name) try {
  for (const auto& port : known_ports(*domain_, component)) {
    if (port.is_uses()) continue;
    auto object = attempt("getPort", [&] { return component.resource->getPort(port.name); });
    if (object)
      known_->push_back({std::move(object), {name.application, name.component, port.name}});
  }
} catch (const Failed&) {
  return;
}

}  // namespace orbweaver::control
