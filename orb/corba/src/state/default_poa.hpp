// SPDX-License-Identifier: Apache-2.0
// The adapter of servants that name no other (Servant::_default_POA). The mapping wants one for the
// process: the RootPOA of the oldest ORB that is alive.
#pragma once
#include <orbweaver/corba/object.hpp>
#include <orbweaver/corba/poa.hpp>

namespace PortableServer {
class POA;
}

namespace orbweaver::corba {

void add_default_poa(const CORBA::object_reference<PortableServer::POA>& root);
/// Nil if no ORB is alive.
[[nodiscard]] CORBA::object_reference<PortableServer::POA> default_poa();

}  // namespace orbweaver::corba
