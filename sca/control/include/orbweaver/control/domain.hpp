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

/// Where the user says that the domain is. The first of `reference`, `name` and `environment` that is
/// not empty counts; if all are, the one of `running` if there is one alone.
struct DomainChoice {
  std::string reference;  // of the domain manager: IOR:, corbaloc:, corbaname:, file:
  std::string name;  // at the naming service: "Orbweaver", or the whole "REDHAWK_DEV/REDHAWK_DEV"
  std::string environment;  // ORBWEAVER_DOMAIN: either of them
  /// The naming service: a reference, or HOST:PORT; empty: the one in which a `corbaname:` looks the
  /// domain up, else the ORB's NameService.
  std::string naming;
  std::vector<runfile::DomainEntry> running;  // domains of this user on this machine
};

struct Domain {
  std::shared_ptr<CORBA::ORB> orb;
  CORBA::object_reference<CF::DomainManager> manager;
  DomainChoice choice;
};

/// Blocks: as long as the ORB's timeout allows each call. Throws Failed, which says what was tried.
[[nodiscard]] Domain find_domain(const std::shared_ptr<CORBA::ORB>& orb,
                                 const DomainChoice& choice);

/// The naming service that the choice names. Throws Failed if there is none.
[[nodiscard]] CORBA::object_reference<CosNaming::NamingContextExt> naming_service(
    const std::shared_ptr<CORBA::ORB>& orb, const DomainChoice& choice);

/// The object of an IOR:, corbaloc:, corbaname: or file:. Throws Failed.
[[nodiscard]] CORBA::object_reference<CORBA::Object> object_of(
    const std::shared_ptr<CORBA::ORB>& orb, const std::string& reference);

}  // namespace orbweaver::control
