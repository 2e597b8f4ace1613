// SPDX-License-Identifier: Apache-2.0
// Object adapters beside the root.
#pragma once
#include <string>

#include "echo.hh"

namespace peer {

/// Where callers are sent, unless it is nil.
struct Forward {
  CORBA::Object_var to;
  bool is_for_good = false;
};

/// An adapter whose objects have identifiers of the user's choice. With `persistent` their
/// references work again after a restart at the same endpoint. A call to an object that is
/// not active is forwarded.
PortableServer::POA_var make_poa(PortableServer::POA_ptr root, bool persistent,
                                 const Forward& forward);

}  // namespace peer
