// Services that clients registered without a node. They have no lease: one is taken out when its
// client has left, it does not answer, and another wants its name or its room.
#pragma once
#include <orbweaver/corba/object.hpp>

#include <string>

namespace orbweaver::domain {

class DomainCore;

/// False: the name is registered already, and stays so. Throws CF::DomainManager::RegisterError,
/// CF_ENOSPC: clients registered as many as they may. Blocks: up to some seconds, if a service whose
/// client has left hangs.
[[nodiscard]] bool add_client_service(DomainCore& core, const std::string& name,
                                      const CORBA::object_reference<CORBA::Object>& service);

}  // namespace orbweaver::domain
