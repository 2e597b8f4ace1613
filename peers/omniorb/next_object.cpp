// SPDX-License-Identifier: Apache-2.0
#include "next_object.hpp"

namespace peer {

CORBA::Object_var over(CORBA::ORB_ptr, CORBA::Object_ptr offered, const std::string&) {
  return CORBA::Object::_duplicate(offered);  // omniORB chooses by its client transport rule
}

CORBA::Object_var next_object(CORBA::ORB_ptr orb, const std::string& reference,
                              const std::string& transports) {
  const CORBA::Object_var offered = orb->string_to_object(reference.c_str());
  return over(orb, offered, transports);
}

}  // namespace peer
