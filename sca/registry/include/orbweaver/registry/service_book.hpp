// SPDX-License-Identifier: Apache-2.0
// The services that registered with the domain, by name, for domainfinders.
#pragma once
#include <orbweaver/corba/caller.hpp>
#include <orbweaver/corba/object.hpp>
#include <orbweaver/os/mutex.hpp>

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace orbweaver::registry {

/// Threads: any.
class ServiceBook {
 public:
  using Reference = CORBA::object_reference<CORBA::Object>;
  using Named = std::vector<std::pair<std::string, Reference>>;

  /// Adds a service. `owner`: the client that registered it; nothing if the domain's own node did,
  /// with which the service ends. Returns false if the name is registered already; that service
  /// stays.
  bool add(const std::string& name, Reference service, std::optional<corba::Caller> owner = {}) {
    return add(name, Entry{std::move(service), std::move(owner)});
  }
  /// The same for a service of a node that joined the domain.
  bool add_of_node(const std::string& name, Reference service) {
    return add(name, Entry{std::move(service), std::nullopt, true});
  }
  /// Removes a service. Returns false if there is none of this name.
  bool remove(const std::string& name) {
    const std::scoped_lock lock{mutex_};
    return services_.erase(name) > 0;
  }
  enum class Removed { yes, unknown, is_another };
  /// References are compared without a call.
  Removed remove(const std::string& name, const Reference& service) {
    const std::scoped_lock lock{mutex_};
    const auto found = services_.find(name);
    if (found == services_.end()) return Removed::unknown;
    if (!found->second.service->_is_equivalent(service)) return Removed::is_another;
    services_.erase(found);
    return Removed::yes;
  }
  /// Returns the service of this name; nil if there is none.
  [[nodiscard]] Reference find(const std::string& name) const {
    const std::scoped_lock lock{mutex_};
    const auto found = services_.find(name);
    return found == services_.end() ? Reference{} : found->second.service;
  }
  [[nodiscard]] Named all() const {
    return those([](const Entry&) { return true; });
  }
  /// Those of no node that joined the domain.
  [[nodiscard]] Named of_domain() const {
    return those([](const Entry& entry) { return !entry.is_of_joined_node; });
  }
  [[nodiscard]] Named of_clients() const {
    return those([](const Entry& entry) { return entry.owner.has_value(); });
  }
  [[nodiscard]] Named of_clients_that_left() const {
    return those([](const Entry& entry) { return entry.owner && entry.owner->has_left(); });
  }

 private:
  struct Entry {
    Reference service;
    std::optional<corba::Caller> owner;
    bool is_of_joined_node = false;
  };

  bool add(const std::string& name, Entry entry) {
    const std::scoped_lock lock{mutex_};
    return services_.try_emplace(name, std::move(entry)).second;
  }

  template <class IsWanted>
  [[nodiscard]] Named those(IsWanted is_wanted) const {
    const std::scoped_lock lock{mutex_};
    Named named;
    for (const auto& [name, entry] : services_)
      if (is_wanted(entry)) named.emplace_back(name, entry.service);
    return named;
  }

  mutable os::Mutex mutex_;
  std::map<std::string, Entry> services_;
};

/// Removes a service for unregisterService. Throws CF::InvalidObjectReference if no service is
/// registered under the name, or if it is another object.
void remove_service(ServiceBook& services, const std::string& name,
                    const ServiceBook::Reference& service);

}  // namespace orbweaver::registry
