// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/registry/client_services.hpp>

#include <orbweaver/base/clock.hpp>
#include <orbweaver/generated/sca/CF/DomainManager.hpp>
#include <orbweaver/registry/presence.hpp>

namespace orbweaver::registry {

namespace {

constexpr Nanoseconds kForQuestions = std::chrono::seconds{2};

bool is_gone(const ServiceBook::Reference& service, const Deadline& deadline) {
  const auto presence = presence_of(service, deadline).presence;
  return presence == Presence::gone || presence == Presence::unreachable;
}

}  // namespace

bool ClientServices::is_full() const { return services_->of_clients().size() >= most_; }

/// Removes the service unless another one has its name by now.
void ClientServices::take_out(const std::string& name, const ServiceBook::Reference& service) {
  if (services_->remove(name, service) == ServiceBook::Removed::yes) on_taken_out_(name);
}

void ClientServices::make_room(const std::string& name) {
  const bool needs_room = is_full();
  const auto until = Deadline::after(kForQuestions);
  for (const auto& [other, service] : services_->of_clients_that_left()) {
    if (until.has_passed()) return;
    if ((needs_room || other == name) && is_gone(service, until)) take_out(other, service);
  }
}

bool ClientServices::add(const std::string& name, const ServiceBook::Reference& service) {
  make_room(name);
  if (is_full())
    throw CF::DomainManager::RegisterError(CF::ErrorNumberType::CF_ENOSPC,
                                           "clients have registered " + std::to_string(most_) +
                                               " services without a node; unregister one");
  return services_->add(name, service, corba::Caller::current());
}

}  // namespace orbweaver::registry
