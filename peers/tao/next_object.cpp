// SPDX-License-Identifier: Apache-2.0
#include "next_object.hpp"

#include <tao/MProfile.h>
#include <tao/ORB_Constants.h>
#include <tao/ORB_Core.h>
#include <tao/Profile.h>
#include <tao/Stub.h>

#include <stdexcept>

namespace peer {

namespace {

bool may_use(const TAO_Profile& profile, const std::string& transports) {
  const char* transport = profile.tag() == TAO_TAG_UIOP_PROFILE ? "unix" : "tcp";
  return transports.find(transport) != std::string::npos;
}

}  // namespace

/// TAO tries the profiles of a reference in their order and has no option that forbids one, so that
/// the reference is made anew with those that may be used.
CORBA::Object_var over(CORBA::ORB_ptr orb, CORBA::Object_ptr offered,
                       const std::string& transports) {
  TAO_MProfile& all = offered->_stubobj()->base_profiles();
  TAO_MProfile usable(all.profile_count());
  for (TAO_PHandle i = 0; i < all.profile_count(); ++i)
    if (may_use(*all.get_profile(i), transports)) usable.add_profile(all.get_profile(i));
  if (usable.profile_count() == 0)
    throw std::runtime_error("the reference offers TAO no way over " + transports);
  TAO_Stub* const stub = orb->orb_core()->create_stub(offered->_stubobj()->type_id.in(), usable);
  return orb->orb_core()->create_object(stub);
}

CORBA::Object_var next_object(CORBA::ORB_ptr orb, const std::string& reference,
                              const std::string& transports) {
  const CORBA::Object_var offered = orb->string_to_object(reference.c_str());
  if (CORBA::is_nil(offered)) throw std::runtime_error("the reference names no object");
  return over(orb, offered, transports);
}

}  // namespace peer
