// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/domain/corba_target.hpp>
#include <orbweaver/generated/sca/CF/Port.hpp>
#include <orbweaver/registry/bounded_call.hpp>
#include <orbweaver/resource/names.hpp>

#include "domain_finder.hpp"

namespace orbweaver::domain {

namespace {

using deploy::Cause;
using deploy::Limit;
using Object = CORBA::object_reference<CORBA::Object>;
template <class T>
using Outcome = deploy::Outcome<T>;

Object object_of(const deploy::ObjectRef& reference) {
  return std::static_pointer_cast<CORBA::Object>(reference);
}

deploy::ObjectRef reference_of(const Object& object) {
  const std::shared_ptr<CORBA::Object> held = object;
  return held;
}

/// Uses the known type of the object, if there is one, as narrowing may ask for it by a call.
CORBA::object_reference<CF::PortSupplier> supplier_of(const Object& owner, const Limit& limit) {
  const auto known = std::dynamic_pointer_cast<CF::PortSupplier>(owner);
  if (known) return registry::bounded<CF::PortSupplier>(known, limit.deadline);
  return IDL::traits<CF::PortSupplier>::narrow(registry::bounded(owner, limit.deadline));
}

Object port_of(const Object& owner, const std::string& port, const Limit& limit) {
  const auto supplier = supplier_of(owner, limit);
  if (!supplier) throw CORBA::INV_OBJREF(0, CORBA::COMPLETED_NO, "it is no CF::PortSupplier");
  return supplier->getPort(port);
}

Outcome<CORBA::object_reference<CF::Port>> uses_port(const deploy::ObjectRef& uses,
                                                     const Limit& limit) {
  return registry::flat_outcome_of(limit, [&]() -> Outcome<CORBA::object_reference<CF::Port>> {
    auto port = IDL::traits<CF::Port>::narrow(registry::bounded(object_of(uses), limit.deadline));
    if (port) return port;
    return deploy::fault(Cause::wrong_answer, "its uses port is no CF::Port");
  });
}

}  // namespace

Outcome<Object> CorbaTarget::found(const deploy::FoundOwner& owner, const Limit& limit) const {
  using Way = deploy::FoundOwner::Way;
  if (owner.way == Way::stringified_reference)
    return registry::outcome_of(limit, [&] { return parts_.orb->string_to_object(owner.name); });
  if (owner.way == Way::domain_finder) return find_in_domain(parts_, owner, limit);
  return registry::flat_outcome_of(limit, [&]() -> Outcome<Object> {
    try {
      return resource::resolve_written(*registry::bounded(parts_.all_names, limit.deadline),
                                       owner.name);
    } catch (const CosNaming::NamingContext::NotFound&) {
      return deploy::fault(Cause::absent, "the naming service has no '" + owner.name + "'");
    }
  });
}

Outcome<Object> CorbaTarget::owner_of(const deploy::End& end, const Limit& limit) const {
  if (const auto* owner = std::get_if<deploy::ComponentOwner>(&end.owner)) {
    const auto part = component(owner->component);
    if (part.resource) return Object{part.resource};
    if (part.factory) return Object{part.factory};
    return deploy::fault(Cause::failed, "the component has not registered");
  }
  if (const auto* owner = std::get_if<deploy::DeviceOwner>(&end.owner)) {
    const auto known = parts_.devices->find(owner->device);
    if (known) return Object{known->device};
    return deploy::fault(Cause::failed, "the domain has no device '" + owner->device + "'");
  }
  return found(std::get<deploy::FoundOwner>(end.owner), limit);
}

Outcome<deploy::ObjectRef> CorbaTarget::find(const deploy::End& end, const Limit& limit) {
  const auto owner = owner_of(end, limit);
  if (!owner) return unexpected(owner.error());
  if (end.kind == deploy::End::Kind::itself || !*owner) return reference_of(*owner);
  return registry::outcome_of(limit,
                              [&] { return reference_of(port_of(*owner, end.name, limit)); });
}

Outcome<void> CorbaTarget::connect(const deploy::ObjectRef& uses, const deploy::ObjectRef& provides,
                                   const std::string& connection, const Limit& limit) {
  const auto port = uses_port(uses, limit);
  if (!port) return unexpected(port.error());
  return registry::outcome_of(limit,
                              [&] { (*port)->connectPort(object_of(provides), connection); });
}

Outcome<void> CorbaTarget::disconnect(const deploy::ObjectRef& uses, const std::string& connection,
                                      const Limit& limit) {
  const auto port = uses_port(uses, limit);
  if (!port) return unexpected(port.error());
  return registry::outcome_of(limit, [&] { (*port)->disconnectPort(connection); });
}

}  // namespace orbweaver::domain
