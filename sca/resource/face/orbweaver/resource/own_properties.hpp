// SPDX-License-Identifier: Apache-2.0
// Properties by which a domain manager and a device manager of Orbweaver say what SCA 2.2.2 has no
// operation for. A client asks for them by id; an empty query does not list them, so that what was
// queried can be configured again. A manager of another vendor throws UnknownProperties.
#pragma once
#include <orbweaver/corba/orb_idl.hpp>
#include <orbweaver/generated/sca/CF/PropertySet.hpp>

#include <functional>
#include <map>
#include <string>

namespace orbweaver::resource {

/// CORBA::StringSeq: a line for each part that should be there and is not.
inline constexpr const char* kProblemsId = "ORBWEAVER::PROBLEMS";
/// string: the reference of the naming service at which the domain's components are.
inline constexpr const char* kNamingServiceId = "ORBWEAVER::NAMING_SERVICE";

/// An application and its files are replaced in one act, or nothing is changed.
///
///   query       whether it can be done: false if the domain's files are read-only for clients
///   configure   a CF::StringSequence of two: a folder of the domain's root whose name begins with
///               kNewFiles, and the SAD. The folder holds all files of the application, each under
///               the name that it is to have. The application is installed if it was not. The
///               folder is gone afterwards. InvalidConfiguration says why nothing was changed.
inline constexpr const char* kReplaceApplicationId = "ORBWEAVER::REPLACE_APPLICATION";
inline constexpr const char* kNewFiles = ".orbweaver-new-";

/// A node or a device that is lost does not come back: it is no problem any more.
///
///   query       true
///   configure   a string, its identifier. With a node its devices are forgotten, too.
///               InvalidConfiguration: none of this identifier is lost.
inline constexpr const char* kForgetLossId = "ORBWEAVER::FORGET_LOSS";

/// For each id the function that gives the value when a client asks for it.
using OwnProperties = std::map<std::string, std::function<CORBA::Any()>, std::less<>>;

/// Fills in the properties of `asked` that are `own`. Calls `others` for the rest if there is some,
/// or if `asked` is empty. Throws: what `others` throws; then nothing is filled in.
void query(CF::Properties& asked, const OwnProperties& own,
           const std::function<void(CF::Properties& rest)>& others);

}  // namespace orbweaver::resource
