// SPDX-License-Identifier: Apache-2.0
// The name of a domain at a naming service of another process: one domain has it, as long as it
// lives.
#pragma once
#include <orbweaver/generated/corba/CosNaming.hpp>

#include <string>

namespace orbweaver::registry {

using NamingRoot = CORBA::object_reference<CosNaming::NamingContextExt>;
using DomainContext = CORBA::object_reference<CosNaming::NamingContext>;

/// Binds `context`, in which "DomainManager" is bound, as `name`. A name that a dead domain left is
/// replaced. Throws CORBA::BAD_PARAM with one line if a domain that lives has it, one that does not
/// answer, or what is no domain; what calls of the naming service throw.
/// Blocks: each call is bounded by five seconds.
void claim_name(const NamingRoot& names, const std::string& name, const DomainContext& context);

/// Whether the name leads to this context. Throws what calls of the naming service throw; blocks as
/// claim_name().
[[nodiscard]] bool is_bound(const NamingRoot& names, const std::string& name,
                            const DomainContext& context);

/// Unbinds the name if it is this context's. A failure is ignored: the next domain of this name
/// replaces the binding.
void give_back_name(const NamingRoot& names, const std::string& name,
                    const DomainContext& context) noexcept;

}  // namespace orbweaver::registry
