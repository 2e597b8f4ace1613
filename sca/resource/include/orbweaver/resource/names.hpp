// SPDX-License-Identifier: Apache-2.0
// Names at the naming service as text. Profiles, users and other vendors' domains write them
// without the '\' that OMG's Naming Service 1.3, 2.4 wants before a '.', '/' or '\' of a name.
#pragma once
#include <orbweaver/generated/corba/CosNaming.hpp>

#include <string>
#include <vector>

namespace orbweaver::resource {

/// "radio\.v2/DomainManager": the name whose steps have these ids, as resolve_str takes it.
[[nodiscard]] std::string name_text(const std::vector<std::string>& ids);

/// The object that is bound under a text: as resolve_str reads it, with or without a '/' at its
/// beginning; if there is none, each part between slashes as an id, whatever is in it. Throws as
/// resolve_str. Blocks: for one call, or two.
[[nodiscard]] CORBA::object_reference<CORBA::Object> resolve_written(
    CosNaming::NamingContextExt& names, std::string text);

/// The first step of a name that is written so: "radio.v2" of "radio\.v2/DomainManager" and of
/// "radio.v2/DomainManager".
[[nodiscard]] std::string first_step(const std::string& text);

}  // namespace orbweaver::resource
