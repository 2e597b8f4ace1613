// SPDX-License-Identifier: Apache-2.0
// Finds the objects that a SAD's domainfinder names.
#pragma once
#include <orbweaver/domain/corba_target.hpp>

namespace orbweaver::domain {

/// Returns the object of a domainfinder, by its type (SCA 2.2.2, appendix D, and REDHAWK's
/// profiles):
///
///   filemanager, namingservice, domainmanager   the domain's, whatever the name
///   application    the one of this name, while its CF::Application is there
///   log            the service of this name; without one, the first that is a log (CosLwLog)
///   servicetype    the first service that supports the interface `name`, a repository id
///   eventchannel   the service of this name, else the domain's event channel, which is made if it
///                  is not there; without a name IDM_Channel
///   any other      the service of this name
///
/// Fails: `absent` if there is no such object, or if a service that must be asked does not answer.
/// Blocks: for log and servicetype, one call to each service.
[[nodiscard]] deploy::Outcome<CORBA::object_reference<CORBA::Object>> find_in_domain(
    const TargetParts& parts, const deploy::FoundOwner& owner, const deploy::Limit& limit);

/// Whether this finder may have returned the service `name`.
[[nodiscard]] bool may_have_found_service(const deploy::FoundOwner& owner, const std::string& name);

}  // namespace orbweaver::domain
