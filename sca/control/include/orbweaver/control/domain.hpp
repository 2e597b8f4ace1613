// SPDX-License-Identifier: Apache-2.0
// The domain that an operator works with: its domain manager, and the naming service in which it
// was found.
#pragma once
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/generated/corba/CosNaming.hpp>
#include <orbweaver/generated/sca/CF/DomainManager.hpp>
#include <orbweaver/runfile/domain_file.hpp>

#include <memory>
#include <string>
#include <vector>

namespace orbweaver::control {

/// The ways in which a user can name a domain. The first of `reference`, `name` and `environment`
/// that is not empty is used. If all three are empty, `running` must have exactly one domain.
struct DomainChoice {
  std::string reference;  // of the domain manager: IOR:, corbaloc:, corbaname:, file:
  std::string name;  // at the naming service: "Orbweaver", or the whole "REDHAWK_DEV/REDHAWK_DEV"
  std::string environment;  // value of ORBWEAVER_DOMAIN: a reference or a name
  /// The naming service: a reference, or HOST:PORT. If it is empty, the ORB's NameService is used;
  /// else the one that the domain manager reports (Orbweaver's does); else the one in which a
  /// `corbaname:` looks the domain up.
  std::string naming;
  bool calls_naming_by_tls = false;           // at HOST:PORT
  std::vector<runfile::DomainEntry> running;  // domains of this user on this machine
};

struct Domain {
  std::shared_ptr<CORBA::ORB> orb;
  CORBA::object_reference<CF::DomainManager> manager;
  DomainChoice choice;
  std::string naming_of_reference{};  // the naming service that a `corbaname:` names; or empty
};

/// Finds the domain. Blocks: each call at most for the ORB's timeout. Throws Failed, which lists
/// the ways that were tried.
[[nodiscard]] Domain find_domain(const std::shared_ptr<CORBA::ORB>& orb,
                                 const DomainChoice& choice);

/// The naming service in which the domain's components are bound: as the user, the domain manager
/// or the domain's reference names it. Throws Failed if none is named, or if it cannot be reached.
[[nodiscard]] CORBA::object_reference<CosNaming::NamingContextExt> naming_service(
    const Domain& domain);
/// Whether the user, the ORB or the domain names a naming service. If not, naming_service() fails.
[[nodiscard]] bool names_naming_service(const Domain& domain);

/// Resolves an IOR:, corbaloc:, corbaname: or file: reference. Throws Failed.
[[nodiscard]] CORBA::object_reference<CORBA::Object> object_of(
    const std::shared_ptr<CORBA::ORB>& orb, const std::string& reference);

}  // namespace orbweaver::control
