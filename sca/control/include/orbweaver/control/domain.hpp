// SPDX-License-Identifier: Apache-2.0
// A domain to be operated: its domain manager, and the naming service that it was found by.
#pragma once
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/generated/corba/CosNaming.hpp>
#include <orbweaver/generated/sca/CF/DomainManager.hpp>
#include <orbweaver/runfile/domain_file.hpp>

#include <memory>
#include <string>
#include <vector>

namespace orbweaver::control {

/// The ways by which a user names a domain. The first of `reference`, `name` and `environment` that
/// is not empty counts; if all are empty, the only one of `running`.
struct DomainChoice {
  std::string reference;  // of the domain manager: IOR:, corbaloc:, corbaname:, file:
  std::string name;  // at the naming service: "Orbweaver", or the whole "REDHAWK_DEV/REDHAWK_DEV"
  std::string environment;  // ORBWEAVER_DOMAIN: either of them
  /// The naming service: a reference, or HOST:PORT; empty: the ORB's NameService, else the one that
  /// the domain says, as Orbweaver's does, else the one in which a `corbaname:` looks the domain
  /// up.
  std::string naming;
  std::vector<runfile::DomainEntry> running;  // domains of this user on this machine
};

struct Domain {
  std::shared_ptr<CORBA::ORB> orb;
  CORBA::object_reference<CF::DomainManager> manager;
  DomainChoice choice;
  std::string naming_of_reference{};  // in which a `corbaname:` looks the domain up; or empty
};

/// Blocks: as long as the ORB's timeout allows each call. Throws Failed, which says what was tried.
[[nodiscard]] Domain find_domain(const std::shared_ptr<CORBA::ORB>& orb,
                                 const DomainChoice& choice);

/// The naming service at which the domain's components are, as the user, the domain or its
/// reference says. Throws Failed if it cannot be reached, or if none is named.
[[nodiscard]] CORBA::object_reference<CosNaming::NamingContextExt> naming_service(
    const Domain& domain);
/// False: naming_service() would have to guess, and fails.
[[nodiscard]] bool names_naming_service(const Domain& domain);

/// The object of an IOR:, corbaloc:, corbaname: or file:. Throws Failed.
[[nodiscard]] CORBA::object_reference<CORBA::Object> object_of(
    const std::shared_ptr<CORBA::ORB>& orb, const std::string& reference);

}  // namespace orbweaver::control
