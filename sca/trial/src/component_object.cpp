// SPDX-License-Identifier: Apache-2.0
#include "component_object.hpp"

#include <orbweaver/corba/policy.hpp>
#include <orbweaver/domain/unknown_settings.hpp>
#include <orbweaver/program/configure.hpp>
#include <orbweaver/registry/bounded_call.hpp>
#include <orbweaver/resource/any_bridge.hpp>

namespace orbweaver::trial {

namespace {

using deploy::Cause;
using deploy::Limit;
template <class T>
using Outcome = deploy::Outcome<T>;
using Object = ComponentObject::Object;
using Timeout = Messaging::RelativeRoundtripTimeoutPolicy;

CORBA::object_reference<CF::Port> port_of(const Object& object, const Limit& limit) {
  return IDL::traits<CF::Port>::narrow(registry::bounded(object, limit.deadline));
}

}  // namespace

Outcome<void> ComponentObject::adopt(const Object& object, const Limit& limit) {
  return registry::flat_outcome_of(limit, [&]() -> Outcome<void> {
    resource_ = IDL::traits<CF::Resource>::narrow(registry::bounded(object, limit.deadline));
    if (resource_) return {};
    return deploy::fault(Cause::wrong_answer, "what it bound is no CF::Resource");
  });
}

Outcome<void> ComponentObject::call(const Limit& limit,
                                    const std::function<void(CF::Resource&)>& operation) const {
  return registry::outcome_of(limit, [&] {
    // adopt() left its own limit on the reference; "no limit" is to be set, too.
    const auto policies = limit.deadline.is_never()
                              ? CORBA::PolicyList{std::make_shared<Timeout>(std::uint64_t{0})}
                              : registry::timeout_policies(limit.deadline);
    operation(*corba::with_policies(resource_, policies));
  });
}

Outcome<void> ComponentObject::initialise(const Limit& limit) const {
  return call(limit, [](CF::Resource& resource) { resource.initialize(); });
}

Outcome<void> ComponentObject::configure(const deploy::Capacities& values,
                                         const Limit& limit) const {
  const resource::AnyBridge bridge{orb_};
  CF::Properties properties;
  for (const auto& value : values) {
    auto any = bridge.to_any(value.value);
    if (!any) return deploy::fault(Cause::failed, value.id + ": " + any.error().text);
    properties.emplace_back(value.id, *std::move(any));
  }
  return call(limit, [&](CF::Resource& text) { program::configure(text, properties); });
}

Outcome<std::vector<std::string>> ComponentObject::unknown_settings(
    const std::string& component, std::span<const property::Override> set,
    std::span<const property::Property> properties, const Limit& limit) const {
  std::vector<std::string> lines;
  const auto called = call(limit, [&](CF::Resource& resource) {
    lines = domain::unknown_settings(component, set, properties, resource);
  });
  if (!called) return unexpected(called.error());
  return lines;
}

Outcome<void> ComponentObject::start(const Limit& limit) const {
  return call(limit, [](CF::Resource& resource) { resource.start(); });
}

Outcome<void> ComponentObject::stop(const Limit& limit) const {
  return call(limit, [](CF::Resource& resource) { resource.stop(); });
}

Outcome<void> ComponentObject::release(const Limit& limit) const {
  return call(limit, [](CF::Resource& resource) { resource.releaseObject(); });
}

Outcome<Object> ComponentObject::port(const std::string& name, const Limit& limit) const {
  Object found;
  if (auto called = call(limit, [&](CF::Resource& resource) { found = resource.getPort(name); });
      !called)
    return unexpected(called.error());
  if (!found) return deploy::fault(Cause::refused, "it gave nil");
  return found;
}

Outcome<void> ComponentObject::connect(const Object& uses, const Object& provides,
                                       const std::string& connection, const Limit& limit) {
  return registry::flat_outcome_of(limit, [&]() -> Outcome<void> {
    const auto port = port_of(uses, limit);
    if (!port) return deploy::fault(Cause::wrong_answer, "it is no CF::Port");
    port->connectPort(provides, connection);
    return {};
  });
}

Outcome<void> ComponentObject::disconnect(const Object& uses, const std::string& connection,
                                          const Limit& limit) {
  return registry::outcome_of(limit, [&] {
    if (const auto port = port_of(uses, limit)) port->disconnectPort(connection);
  });
}

}  // namespace orbweaver::trial
