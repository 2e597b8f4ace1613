// SPDX-License-Identifier: Apache-2.0
// Binds the name of a domain at a naming service of another process. Only one living domain can
// have it.
#pragma once
#include <orbweaver/generated/corba/CosNaming.hpp>

#include <string>

namespace orbweaver::registry {

using NamingRoot = CORBA::object_reference<CosNaming::NamingContextExt>;
using DomainContext = CORBA::object_reference<CosNaming::NamingContext>;

/// Binds `context`, in which "DomainManager" is bound, as `name`. A binding that a dead domain left
/// is replaced. Throws CORBA::BAD_PARAM with one line if the name belongs to a domain that lives or
/// does not answer, or to an object that is no domain; also the exceptions of the naming service.
/// Blocks: each call is limited to five seconds.
void claim_name(const NamingRoot& names, const std::string& name, const DomainContext& context);

/// Whether the name is bound to this context. Throws the exceptions of the naming service; blocks
/// as claim_name().
[[nodiscard]] bool is_bound(const NamingRoot& names, const std::string& name,
                            const DomainContext& context);

/// Unbinds the name if it is bound to this context. Ignores a failure, as the next domain of this
/// name replaces the binding.
void give_back_name(const NamingRoot& names, const std::string& name,
                    const DomainContext& context) noexcept;

}  // namespace orbweaver::registry
