// SPDX-License-Identifier: Apache-2.0
// Adapters for objects that execute several requests at the same time, as files and devices do.
#pragma once
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/poa.hpp>

#include <string>

namespace orbweaver::files {

/// An adapter as the functions below make it.
using Adapter = CORBA::object_reference<PortableServer::POA>;

/// Returns the child of the root POA with this name; makes it at the first call. The ORB serves
/// from now on. Its objects find their own ids (IMPLICIT_ACTIVATION), and their requests run on the
/// ORB's pool.
[[nodiscard]] Adapter adapter_of(CORBA::ORB& orb, const std::string& name);

/// Like adapter_of(), for objects whose ids the program makes (USER_ID).
[[nodiscard]] Adapter guarded_adapter_of(CORBA::ORB& orb, const std::string& name);

}  // namespace orbweaver::files
