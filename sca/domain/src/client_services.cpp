#include "client_services.hpp"

#include <orbweaver/base/clock.hpp>

#include "domain_core.hpp"
#include "presence.hpp"

namespace orbweaver::domain {

namespace {

constexpr Nanoseconds kForQuestions = std::chrono::seconds{2};

bool is_full(const DomainCore& core) {
  return core.services->of_clients().size() >= core.options.most_client_services;
}

bool is_gone(const ServiceBook::Reference& service, const Deadline& deadline) {
  const auto presence = presence_of(service, deadline).presence;
  return presence == Presence::gone || presence == Presence::unreachable;
}

/// Another service may have its name by now.
void take_out(DomainCore& core, const std::string& name, const ServiceBook::Reference& service) {
  if (core.services->remove(name, service) != ServiceBook::Removed::yes) return;
  core.log_event("service '" + name +
                 "' was taken out: the client that registered it has left, and it is not there");
  core.post_service_went(name);
}

void make_room(DomainCore& core, const std::string& name) {
  const bool needs_room = is_full(core);
  const auto until = Deadline::after(kForQuestions);
  for (const auto& [other, service] : core.services->of_clients_that_left()) {
    if (until.has_passed()) return;
    if ((needs_room || other == name) && is_gone(service, until)) take_out(core, other, service);
  }
}

}  // namespace

bool add_client_service(DomainCore& core, const std::string& name,
                        const CORBA::object_reference<CORBA::Object>& service) {
  make_room(core, name);
  if (is_full(core))
    throw CF::DomainManager::RegisterError(CF::ErrorNumberType::CF_ENOSPC,
                                           "clients have registered " +
                                               std::to_string(core.options.most_client_services) +
                                               " services without a node; unregister one");
  return core.services->add(name, service, corba::Caller::current());
}

}  // namespace orbweaver::domain
