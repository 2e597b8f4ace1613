// SPDX-License-Identifier: Apache-2.0
#include "found_domain.hpp"

#include <omniORB4/Naming.hh>

#include <stdexcept>

namespace foreign {

CF::DomainManager_var find_domain(CORBA::ORB_ptr orb, const std::string& naming,
                                  const std::string& domain) {
  const auto address = "corbaloc:iiop:1.2@" + naming + "/NameService";
  const CORBA::Object_var root = orb->string_to_object(address.c_str());
  const CosNaming::NamingContext_var names = CosNaming::NamingContext::_narrow(root);
  CosNaming::Name name;
  name.length(2);
  name[0].id = domain.c_str();
  name[1].id = "DomainManager";
  const CORBA::Object_var found = names->resolve(name);
  const CF::DomainManager_var manager = CF::DomainManager::_narrow(found);
  if (CORBA::is_nil(manager)) throw std::runtime_error(domain + " is no CF::DomainManager");
  return manager;
}

}  // namespace foreign
