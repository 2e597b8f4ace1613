// Properties of Orbweaver's domain manager. SCA 2.2.2 names none; a domain of another vendor raises
// CF::UnknownProperties or InvalidConfiguration for them.
#pragma once

namespace orbweaver::resource {

/// query: a CF::StringSequence, one line for each thing that is wrong with the domain itself.
inline constexpr const char* kDomainProblems = "orbweaver.problems";

}  // namespace orbweaver::resource
