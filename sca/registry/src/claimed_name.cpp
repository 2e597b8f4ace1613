// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/registry/claimed_name.hpp>

#include <orbweaver/registry/bounded_call.hpp>

#include <orbweaver/registry/presence.hpp>

namespace orbweaver::registry {

namespace {

using Object = CORBA::object_reference<CORBA::Object>;

constexpr Nanoseconds kCallTimeout = std::chrono::seconds{5};

CosNaming::Name name_of(const std::string& id) { return {CosNaming::NameComponent{id, ""}}; }

template <class Interface>
CORBA::object_reference<Interface> asked(const CORBA::object_reference<Interface>& object) {
  return bounded(object, Deadline::after(kCallTimeout));
}

[[noreturn]] void refuse(const std::string& name, const std::string& why) {
  throw CORBA::BAD_PARAM(0, CORBA::COMPLETED_NO,
                         "the name '" + name + "' of the naming service " + why);
}

bool bind(const NamingRoot& names, const std::string& name, const DomainContext& context) {
  try {
    asked(names)->bind_context(name_of(name), context);
    return true;
  } catch (const CosNaming::NamingContext::AlreadyBound&) {
    return false;
  }
}

Object bound_as(const NamingRoot& names, const std::string& name) {
  try {
    return asked(names)->resolve(name_of(name));
  } catch (const CosNaming::NamingContext::NotFound&) {
    return nullptr;  // its domain has unbound it meanwhile
  }
}

/// Asks the domain manager, as the context belongs to the naming service and may outlive the
/// domain.
Presence presence_of_domain(const Object& context, const std::string& name) {
  const auto first = presence_of(context, Deadline::after(kCallTimeout));
  if (first.presence != Presence::there) return first.presence;
  try {
    const auto names = IDL::traits<CosNaming::NamingContext>::narrow(asked(context));
    if (!names) refuse(name, "is taken by what is no domain");
    const auto manager = names->resolve(name_of("DomainManager"));
    return presence_of(manager, Deadline::after(kCallTimeout)).presence;
  } catch (const CosNaming::NamingContext::NotFound&) {
    refuse(name, "is taken by a context that is no domain's");
  } catch (const CORBA::TIMEOUT&) {
    return Presence::silent;
  }
}

void refuse_if_alive(const Object& context, const std::string& name) {
  switch (presence_of_domain(context, name)) {
    case Presence::there:
      refuse(name, "is that of a domain that lives: end it, or give this one another name");
    case Presence::silent:
      refuse(name, "is that of a domain that does not answer: end it, or give this one another");
    case Presence::gone:
    case Presence::unreachable:
      return;
  }
}

void unbind_if_it_is(const NamingRoot& names, const std::string& name, const Object& object) {
  const auto now = bound_as(names, name);
  if (now && now->_is_equivalent(object)) asked(names)->unbind(name_of(name));
}

}  // namespace

void claim_name(const NamingRoot& names, const std::string& name, const DomainContext& context) {
  if (bind(names, name, context)) return;
  if (const auto other = bound_as(names, name)) {
    refuse_if_alive(other, name);
    unbind_if_it_is(names, name, other);
  }
  if (!bind(names, name, context)) refuse(name, "was taken by another domain meanwhile");
}

bool is_bound(const NamingRoot& names, const std::string& name, const DomainContext& context) {
  const auto now = bound_as(names, name);
  return now && now->_is_equivalent(context);
}

void give_back_name(const NamingRoot& names, const std::string& name,
                    const DomainContext& context) noexcept {
  try {
    unbind_if_it_is(names, name, context);
  } catch (const CORBA::Exception&) {
    return;
  }
}

}  // namespace orbweaver::registry
