// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/domain/corba_target.hpp>
#include <orbweaver/program/configure.hpp>
#include <orbweaver/registry/bounded_call.hpp>

namespace orbweaver::domain {

namespace {

using deploy::Cause;
using deploy::Limit;
template <class T>
using Outcome = deploy::Outcome<T>;

template <class Interface>
CORBA::object_reference<Interface> unbounded(const CORBA::object_reference<Interface>& object) {
  if (!object) return object;
  return corba::with_policies(
      object, {std::make_shared<Messaging::RelativeRoundtripTimeoutPolicy>(std::uint64_t{0})});
}

}  // namespace

CorbaTarget::CorbaTarget(TargetParts parts) : parts_(std::move(parts)), bridge_(parts_.orb) {}

void CorbaTarget::registered(const std::string& component,
                             CORBA::object_reference<CORBA::Object> object) {
  const std::shared_ptr<CORBA::Object> held = std::move(object);
  registrations_.add(component, held);
}

CorbaTarget::Component CorbaTarget::component(const std::string& identifier) const {
  const std::scoped_lock lock{mutex_};
  const auto found = components_.find(identifier);
  return found == components_.end() ? Component{} : found->second;
}

std::vector<std::string> CorbaTarget::executed_on(const std::string& device) const {
  const std::scoped_lock lock{mutex_};
  std::vector<std::string> texts;
  for (const auto& [identifier, its_device] : devices_)
    if (its_device == device) texts.push_back(identifier);
  return texts;
}

CORBA::object_reference<CF::Resource> CorbaTarget::resource(const std::string& identifier) const {
  return component(identifier).resource;
}

CORBA::object_reference<CORBA::Object> CorbaTarget::object(const std::string& identifier) const {
  const auto found = component(identifier);
  if (found.resource) return found.resource;
  return found.factory;
}

std::map<std::string, std::string> CorbaTarget::bindings() const {
  const std::scoped_lock lock{mutex_};
  return bindings_;
}

Outcome<CF::Properties> CorbaTarget::properties_of(const deploy::Capacities& values) const {
  CF::Properties properties;
  for (const auto& value : values) {
    auto any = bridge_.to_any(value.value);
    if (!any) return deploy::fault(Cause::failed, value.id + ": " + any.error().text);
    properties.emplace_back(value.id, *std::move(any));
  }
  return properties;
}

// Narrowing may call the component, so it has the same limit as the wait.
Outcome<void> CorbaTarget::await_registration(const std::string& identifier, const Limit& limit) {
  const auto reference = registrations_.await(identifier, limit);
  if (!reference) return unexpected(reference.error());
  return registry::flat_outcome_of(limit, [&]() -> Outcome<void> {
    const Object object = std::static_pointer_cast<CORBA::Object>(*reference);
    const auto asked = registry::bounded(object, limit.deadline);
    Component new_component{.resource = unbounded(IDL::traits<CF::Resource>::narrow(asked)),
                            .factory = nullptr};
    if (!new_component.resource)
      new_component.factory = unbounded(IDL::traits<CF::ResourceFactory>::narrow(asked));
    if (!new_component.resource && !new_component.factory)
      return deploy::fault(Cause::wrong_answer,
                           "what it bound is neither a CF::Resource nor a CF::ResourceFactory");
    const std::scoped_lock lock{mutex_};
    components_[identifier] = std::move(new_component);
    return {};
  });
}

Outcome<void> CorbaTarget::unbind(const std::string& identifier, const Limit& limit) {
  registrations_.remove(identifier);
  std::string binding;
  {
    const std::scoped_lock lock{mutex_};
    components_.erase(identifier);
    if (const auto found = bindings_.find(identifier); found != bindings_.end())
      binding = found->second;
  }
  if (binding.empty()) return {};
  return registry::outcome_of(limit, [&] {
    try {
      parts_.context->unbind({CosNaming::NameComponent{binding, ""}});
    } catch (const CosNaming::NamingContext::NotFound&) {
      return;  // the component unbound its name itself
    }
  });
}

Outcome<void> CorbaTarget::call_resource(
    const std::string& identifier, const Limit& limit,
    const std::function<void(CF::Resource& resource)>& call) const {
  const auto called = component(identifier).resource;
  if (!called) return deploy::fault(Cause::failed, "it is no CF::Resource");
  return registry::outcome_of(limit, [&] { call(*registry::bounded(called, limit.deadline)); });
}

Outcome<void> CorbaTarget::call_factory(
    const std::string& identifier, const Limit& limit,
    const std::function<void(CF::ResourceFactory& factory)>& call) const {
  const auto called = component(identifier).factory;
  if (!called)
    return deploy::fault(Cause::failed, "'" + identifier + "' is no CF::ResourceFactory");
  return registry::outcome_of(limit, [&] { call(*registry::bounded(called, limit.deadline)); });
}

Outcome<void> CorbaTarget::create_resource(const deploy::CreateRequest& request,
                                           const Limit& limit) {
  const auto qualifiers = properties_of(request.qualifiers);
  if (!qualifiers) return unexpected(qualifiers.error());
  Component new_component;
  auto called = call_factory(request.factory, limit, [&](CF::ResourceFactory& factory) {
    new_component.resource = factory.createResource(request.component, *qualifiers);
  });
  if (!called) return called;
  if (!new_component.resource) return deploy::fault(Cause::refused, "the factory gave nil");
  const std::scoped_lock lock{mutex_};
  components_[request.component] = std::move(new_component);
  return {};
}

Outcome<void> CorbaTarget::release_resource(const std::string& factory,
                                            const std::string& identifier, const Limit& limit) {
  auto released = call_factory(factory, limit, [&](CF::ResourceFactory& resource_factory) {
    resource_factory.releaseResource(identifier);
  });
  const std::scoped_lock lock{mutex_};
  components_.erase(identifier);
  return released;
}

Outcome<void> CorbaTarget::shut_down(const std::string& factory, const Limit& limit) {
  return call_factory(factory, limit,
                      [](CF::ResourceFactory& resource_factory) { resource_factory.shutdown(); });
}

Outcome<void> CorbaTarget::initialise(const std::string& identifier, const Limit& limit) {
  return call_resource(identifier, limit, [](CF::Resource& entry) { entry.initialize(); });
}

Outcome<void> CorbaTarget::configure(const std::string& identifier,
                                     const deploy::Capacities& values, const Limit& limit) {
  const auto properties = properties_of(values);
  if (!properties) return unexpected(properties.error());
  return call_resource(identifier, limit,
                       [&](CF::Resource& entry) { program::configure(entry, *properties); });
}

Outcome<void> CorbaTarget::start(const std::string& identifier, const Limit& limit) {
  return call_resource(identifier, limit, [](CF::Resource& entry) { entry.start(); });
}

Outcome<void> CorbaTarget::stop(const std::string& identifier, const Limit& limit) {
  return call_resource(identifier, limit, [](CF::Resource& entry) { entry.stop(); });
}

Outcome<void> CorbaTarget::release(const std::string& identifier, const Limit& limit) {
  return call_resource(identifier, limit, [](CF::Resource& entry) { entry.releaseObject(); });
}

}  // namespace orbweaver::domain
