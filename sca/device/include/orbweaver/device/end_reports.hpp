// SPDX-License-Identifier: Apache-2.0
// A client asks a device to report ends of programs to an object of the client. SCA 2.2.2 has no
// operation for that, so a property is used, which devices of other vendors do not have:
//
//   query of kReportsEnds        true; another device raises UnknownProperties
//   configure of kReportsEnds    an Orbweaver::ProgramEnds: the device reports to it from now on,
//                                and no longer to an earlier one
#pragma once

namespace orbweaver::device {

inline constexpr const char* kReportsEnds = "orbweaver.reports_ends";

}  // namespace orbweaver::device
