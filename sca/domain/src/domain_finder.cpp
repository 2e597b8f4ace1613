// SPDX-License-Identifier: Apache-2.0
#include "domain_finder.hpp"

#include <orbweaver/registry/bounded_call.hpp>

#include <algorithm>
#include <functional>
#include <set>

namespace orbweaver::domain {

namespace {

using Object = CORBA::object_reference<CORBA::Object>;
using RepositoryIds = std::vector<std::string>;
using deploy::FoundOwner;
using deploy::Limit;

// Every interface of a lightweight log inherits LogStatus; the other id is the log of SCA 2.2. Both
// tables are never destroyed, since requests may run while the program's static objects are
// destroyed.
const RepositoryIds& log_interfaces() {
  static const auto& kAll =
      *new RepositoryIds{"IDL:omg.org/CosLwLog/LogStatus:1.0", "IDL:LogService/Log:1.0"};
  return kAll;
}

bool supports(const Object& service, const RepositoryIds& interfaces, const Limit& limit) {
  try {
    const auto asked = registry::bounded(service, limit.deadline);
    return std::ranges::any_of(interfaces, [&](const auto& id) { return asked->_is_a(id); });
  } catch (const CORBA::SystemException&) {
    return false;  // the service has ended, or hangs
  }
}

Object first_that_supports(const RepositoryIds& interfaces, const TargetParts& parts,
                           const Limit& limit) {
  for (const auto& [name, service] : parts.services->all())
    if (supports(service, interfaces, limit)) return service;
  return nullptr;
}

bool is_found_by_interface(const FoundOwner& owner) {
  return owner.finder_type == "servicetype" || (owner.finder_type == "log" && owner.name.empty());
}

Object look_up(const TargetParts& parts, const FoundOwner& owner, const Limit& limit) {
  const auto& type = owner.finder_type;
  if (type == "filemanager") return parts.files;
  if (type == "namingservice") return parts.all_names;
  if (type == "domainmanager")
    return parts.domain->resolve({CosNaming::NameComponent{"DomainManager", ""}});
  if (type == "application") return parts.find_application(owner.name);
  if (type == "servicetype") return first_that_supports({owner.name}, parts, limit);
  if (is_found_by_interface(owner)) return first_that_supports(log_interfaces(), parts, limit);
  auto service = parts.services->find(owner.name);
  if (!service && type == "eventchannel" && parts.find_channel)
    return parts.find_channel(owner.name);
  return service;
}

std::string why_absent(const FoundOwner& owner) {
  const auto named = " '" + owner.name + "'";
  if (owner.finder_type == "application") return "no application" + named + " is there";
  if (owner.finder_type == "servicetype") return "no service supports" + named;
  if (owner.name.empty()) return "no service of type " + owner.finder_type + " is registered";
  return "no service" + named + " is registered";
}

}  // namespace

deploy::Outcome<Object> find_in_domain(const TargetParts& parts, const FoundOwner& owner,
                                       const Limit& limit) {
  return registry::flat_outcome_of(limit, [&]() -> deploy::Outcome<Object> {
    if (auto found = look_up(parts, owner, limit)) return found;
    return deploy::fault(deploy::Cause::absent, why_absent(owner));
  });
}

bool may_have_found_service(const FoundOwner& owner, const std::string& name) {
  static const auto& kOthers = *new std::set<std::string, std::less<>>{
      "application", "domainmanager", "filemanager", "namingservice"};
  if (owner.way != FoundOwner::Way::domain_finder || kOthers.contains(owner.finder_type))
    return false;
  return owner.name == name || is_found_by_interface(owner);
}

}  // namespace orbweaver::domain
