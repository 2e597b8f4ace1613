// SPDX-License-Identifier: Apache-2.0
// An adapter for objects that take several requests at once, as those of files and devices do.
#pragma once
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/poa.hpp>

#include <string>

namespace orbweaver::files {

/// An adapter as the functions below make it.
using Adapter = CORBA::object_reference<PortableServer::POA>;

/// The child of the root POA with this name, made at the first call; the ORB serves from now on.
/// Its objects find their own ids (IMPLICIT_ACTIVATION). Their requests run on the ORB's pool.
[[nodiscard]] Adapter adapter_of(CORBA::ORB& orb, const std::string& name);

/// An adapter as above, for objects whose ids the program makes (USER_ID).
[[nodiscard]] Adapter guarded_adapter_of(CORBA::ORB& orb, const std::string& name);

}  // namespace orbweaver::files
