// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/node/domain_search.hpp>

#include <orbweaver/generated/corba/CosNaming.hpp>
#include <orbweaver/resource/names.hpp>

#include <utility>

#include "bounded.hpp"

namespace orbweaver::node {

namespace {

using Kind = SearchFault::Kind;
using Way = profile::FindBy::Way;
using Object = CORBA::object_reference<CORBA::Object>;

unexpected<SearchFault> fault(Kind kind, std::string why) {
  return unexpected(SearchFault{kind, std::move(why)});
}

Object by_name(CORBA::ORB& orb, const std::string& name, Nanoseconds call_timeout) {
  const auto root = orb.resolve_initial_references("NameService");
  const auto names = IDL::traits<CosNaming::NamingContextExt>::narrow(bounded(root, call_timeout));
  if (!names) throw CORBA::BAD_PARAM(0, CORBA::COMPLETED_NO, "NameService is no naming service");
  return resource::resolve_written(*names, name);
}

CORBA::object_reference<CF::DomainManager> found(CORBA::ORB& orb, const profile::FindBy& by,
                                                 Nanoseconds call_timeout) {
  const auto object = by.way == Way::naming_service ? by_name(orb, by.name, call_timeout)
                                                    : orb.string_to_object(by.name);
  auto domain =
      object ? IDL::traits<CF::DomainManager>::narrow(bounded(object, call_timeout)) : nullptr;
  if (domain) return domain;
  throw CORBA::BAD_PARAM(0, CORBA::COMPLETED_NO, "it is no CF::DomainManager");
}

}  // namespace

std::string describe(const profile::FindBy& by) {
  if (by.way == Way::naming_service)
    return "the domain manager '" + by.name + "' of the naming service";
  return "the domain manager " + by.name.substr(0, 80);
}

Result<CORBA::object_reference<CF::DomainManager>, SearchFault> find_domain_manager(
    CORBA::ORB& orb, const profile::FindBy& by, Nanoseconds call_timeout) {
  try {
    return found(orb, by, call_timeout);
  } catch (const CORBA::ORB::InvalidName&) {
    return fault(Kind::not_there,
                 "no naming service is known, and no such domain of this user runs on this "
                 "machine: start one with 'orbweaver domain', or give -ORBInitRef "
                 "NameService=REFERENCE");
  } catch (const CosNaming::NamingContext::InvalidName&) {
    return fault(Kind::wrong, "its name is no name of a naming service");
  } catch (const CORBA::BAD_PARAM& error) {
    return fault(Kind::wrong, error.detail().empty() ? error.what() : error.detail());
  } catch (const CORBA::Exception& error) {
    return fault(Kind::not_there, program::text_of(error));
  }
}

}  // namespace orbweaver::node
