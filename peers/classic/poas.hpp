// Object adapters beside the root.
#pragma once
#include <string>

#include "echo.hh"

namespace peer {

/// An adapter whose objects have identifiers of the user's choice. With `persistent` their
/// references work again after a restart at the same endpoint. Unless `forward_to` is nil, whoever
/// calls one that is not active is sent there.
PortableServer::POA_var make_poa(PortableServer::POA_ptr root, bool persistent,
                                 const CORBA::Object_var& forward_to);

}  // namespace peer
