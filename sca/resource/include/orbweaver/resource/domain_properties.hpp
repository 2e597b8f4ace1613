// Properties of Orbweaver's domain manager. SCA 2.2.2 names none; a domain of another vendor raises
// CF::UnknownProperties or InvalidConfiguration for them.
#pragma once

namespace orbweaver::resource {

/// query: a CF::StringSequence, one line for each thing that is wrong with the domain itself.
inline constexpr const char* kDomainProblems = "orbweaver.problems";

/// An application and its files are replaced in one act, or nothing is changed.
///
///   query       true
///   configure   a CF::StringSequence of two: a folder of the domain's root whose name begins with
///               kNewFiles, and the SAD. The folder holds all files of the application, each under the
///               name that it is to have. The application is installed if it was not. The folder is gone
///               afterwards. InvalidConfiguration says why nothing was changed.
inline constexpr const char* kReplaceApplication = "orbweaver.replace_application";
inline constexpr const char* kNewFiles = ".orbweaver-new-";

}  // namespace orbweaver::resource
