// SPDX-License-Identifier: Apache-2.0
// A client asks a device to report the ends of programs to an object of its own. SCA 2.2.2 has no
// operation for that, so it is done with a property, which a device of another vendor does not
// know:
//
//   query of kReportsEnds        true; another device raises UnknownProperties
//   configure of kReportsEnds    an Orbweaver::ProgramEnds, from now on and instead of the one
//                                before
#pragma once

namespace orbweaver::device {

inline constexpr const char* kReportsEnds = "orbweaver.reports_ends";

}  // namespace orbweaver::device
