// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/control/domain.hpp>
#include <orbweaver/control/failure.hpp>
#include <orbweaver/resource/names.hpp>
#include <orbweaver/resource/own_properties.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <utility>
#include <vector>

#include "plain_line.hpp"

namespace orbweaver::control {

namespace {

using Naming = CORBA::object_reference<CosNaming::NamingContextExt>;
using Manager = CORBA::object_reference<CF::DomainManager>;

constexpr const char* kFind = "find the domain";
constexpr const char* kNames =
    "give its naming service with --naming HOST:PORT, or -ORBInitRef NameService=REFERENCE";

bool is_reference(std::string_view text) {
  constexpr std::array<std::string_view, 4> kSchemes{"IOR:", "corbaloc:", "corbaname:", "file:"};
  for (const auto scheme : kSchemes)
    if (text.starts_with(scheme)) return true;
  return false;
}

/// Makes the path of a "file:" reference absolute, since the ORB reads file:///absolute/path.
std::string with_whole_path(const std::string& reference) {
  constexpr std::string_view kFile = "file:";
  if (!reference.starts_with(kFile) || reference.starts_with("file://")) return reference;
  std::error_code error;
  return "file://" +
         std::filesystem::absolute(reference.substr(kFile.size()), error).generic_string();
}

CORBA::object_reference<CORBA::Object> object_of_naming(const std::shared_ptr<CORBA::ORB>& orb,
                                                        const std::string& naming, bool by_tls) {
  if (naming.empty()) return orb->resolve_initial_references("NameService");
  if (is_reference(naming)) return orb->string_to_object(with_whole_path(naming));
  return orb->string_to_object((by_tls ? "corbaloc:ssliop:" : "corbaloc::") + naming +
                               "/NameService");
}

/// Returns the naming service of a corbaname: reference: "corbaloc::host:2809/NameService" of
/// "corbaname::host:2809#Orbweaver/DomainManager". Empty for any other reference. CORBA 3.3 Part 2,
/// 7.6.10.4 (corbaname URL) and 7.6.10.3 ("rir:" and the default key).
std::string naming_in(const std::string& reference) {
  constexpr std::string_view kScheme = "corbaname:";
  if (!reference.starts_with(kScheme)) return {};
  const auto end = std::min(reference.find('#'), reference.size());
  auto naming = "corbaloc:" + reference.substr(kScheme.size(), end - kScheme.size());
  if (!naming.contains('/')) naming += "/NameService";
  return naming;
}

/// The names under which a domain manager of this name may be bound: Orbweaver's and OSSIE's form,
/// REDHAWK's form, and the name itself. Each is a stringified name.
std::vector<std::string> names_for(const std::string& name) {
  if (name.contains('/')) return {name};
  using resource::name_text;
  return {name_text({name, "DomainManager"}), name_text({name, name}), name_text({name})};
}

bool knows_naming(CORBA::ORB& orb) {
  const auto services = orb.list_initial_services();
  return std::ranges::find(services, "NameService") != services.end();
}

/// Returns the local domain that the user means. A naming service that the user names is used
/// instead of local domains: then null.
const runfile::DomainEntry* running_named(CORBA::ORB& orb, const DomainChoice& choice,
                                          const std::string& name) {
  const auto found = std::ranges::find(choice.running, name, &runfile::DomainEntry::name);
  const bool is_meant = found != choice.running.end() && choice.naming.empty();
  return is_meant && !knows_naming(orb) ? &*found : nullptr;
}

Manager manager_of(const CORBA::object_reference<CORBA::Object>& object,
                   const std::string& reference) {
  auto manager = attempt(kFind, [&] { return IDL::traits<CF::DomainManager>::narrow(object); });
  if (!manager)
    fail(kFind, reference + " leads to no CF::DomainManager", "name another reference or name");
  return manager;
}

Domain found_running(const std::shared_ptr<CORBA::ORB>& orb, DomainChoice choice,
                     const runfile::DomainEntry& running) {
  auto manager =
      manager_of(object_of(orb, running.manager), "the reference of '" + running.name + "'");
  if (choice.naming.empty()) choice.naming = running.naming;
  return {orb, std::move(manager), std::move(choice)};
}

/// Returns nil if nothing is bound there. Throws Failed if the object is no domain manager or the
/// naming service does not answer.
Manager manager_bound_at(CosNaming::NamingContextExt& names, const std::string& name) {
  try {
    return attempt(kFind, [&] {
      return IDL::traits<CF::DomainManager>::narrow(resource::resolve_written(names, name));
    });
  } catch (const Failed& failed) {
    constexpr std::array<std::string_view, 3> kNotThere{"NotFound", "CannotProceed", "InvalidName"};
    if (std::ranges::find(kNotThere, failed.failure().exception) == kNotThere.end()) throw;
    return nullptr;
  }
}

/// Returns the naming service that the domain manager reports; empty if it reports none. A file:
/// reference is refused, as a peer must not name files of this machine.
std::string naming_said_by(CF::DomainManager& manager) {
  std::string said;
  try {
    CF::Properties asked{CF::DataType{resource::kNamingServiceId, CORBA::Any{}}};
    manager.query(asked);
    if (asked.size() == 1) (void)(asked.front().value() >>= said);
  } catch (const CORBA::Exception&) {
    return {};
  }
  return said.starts_with("IOR:") ? said : std::string{};
}

/// Returns the naming service's reference. Empty: the ORB's NameService is used, if it has one.
std::string naming_of(const Domain& domain) {
  if (!domain.choice.naming.empty() || knows_naming(*domain.orb)) return domain.choice.naming;
  if (auto said = naming_said_by(*domain.manager); !said.empty()) return said;
  return domain.naming_of_reference;
}

Naming naming_at(const std::shared_ptr<CORBA::ORB>& orb, const std::string& naming, bool by_tls) {
  const auto what =
      "find the naming service" + (naming.empty() ? std::string{} : " at '" + naming + "'");
  try {
    auto names =
        IDL::traits<CosNaming::NamingContextExt>::narrow(object_of_naming(orb, naming, by_tls));
    if (!names) fail(what, "what is there is no CosNaming::NamingContextExt", kNames);
    return names;
  } catch (const CORBA::Exception& exception) {
    auto failure = failure_of(what, exception);
    if (naming.empty() && failure.exception == "InvalidName") failure.cause = "none is named";
    failure.remedy = kNames;
    throw Failed(std::move(failure));
  }
}

Domain found_by_name(const std::shared_ptr<CORBA::ORB>& orb, const DomainChoice& choice,
                     const std::string& name) {
  if (const auto* running = running_named(*orb, choice, name))
    return found_running(orb, choice, *running);
  const auto names = naming_at(orb, choice.naming, choice.calls_naming_by_tls);
  const auto tried = names_for(name);
  for (const auto& candidate : tried)
    if (auto manager = manager_bound_at(*names, candidate))
      return {orb, std::move(manager), choice};
  fail(kFind, "the naming service has no domain manager under any of: " + joined(tried),
       "see that the domain runs and registers there; or name it with --ior REFERENCE");
}

Domain found_by_reference(const std::shared_ptr<CORBA::ORB>& orb, DomainChoice choice,
                          const std::string& reference) {
  auto manager = manager_of(object_of(orb, reference), "the reference");
  return {orb, std::move(manager), std::move(choice), naming_in(reference)};
}

/// Returns the only domain of this user on this machine, as the user named none.
Domain found_without_words(const std::shared_ptr<CORBA::ORB>& orb, const DomainChoice& choice) {
  constexpr const char* kHow =
      "give --domain NAME, --ior REFERENCE, or set ORBWEAVER_DOMAIN to either";
  if (choice.running.size() == 1) return found_running(orb, choice, choice.running.front());
  if (choice.running.empty())
    refuse(kFind, "no domain is named, and no domain of this user runs on this machine",
           std::string{"start one with 'orbweaver domain'; or "} + kHow);
  std::vector<std::string> names;
  for (const auto& entry : choice.running) names.push_back("'" + entry.name + "'");
  refuse(kFind, "no domain is named, and several of this user run on this machine",
         "choose with --domain from " + joined(names));
}

}  // namespace

CORBA::object_reference<CORBA::Object> object_of(const std::shared_ptr<CORBA::ORB>& orb,
                                                 const std::string& reference) {
  const std::string what = "read the reference";
  auto object = attempt(what, [&] { return orb->string_to_object(with_whole_path(reference)); });
  if (!object) fail(what, "it is nil: it leads to no object", "name another one");
  return object;
}

Naming naming_service(const Domain& domain) {
  return naming_at(domain.orb, naming_of(domain), domain.choice.calls_naming_by_tls);
}

bool names_naming_service(const Domain& domain) {
  return knows_naming(*domain.orb) || !naming_of(domain).empty();
}

Domain find_domain(const std::shared_ptr<CORBA::ORB>& orb, const DomainChoice& choice) {
  if (!choice.reference.empty()) return found_by_reference(orb, choice, choice.reference);
  if (!choice.name.empty()) return found_by_name(orb, choice, choice.name);
  if (is_reference(choice.environment)) return found_by_reference(orb, choice, choice.environment);
  if (!choice.environment.empty()) return found_by_name(orb, choice, choice.environment);
  return found_without_words(orb, choice);
}

}  // namespace orbweaver::control
