// SPDX-License-Identifier: Apache-2.0
// A component that waits for a debugger before it is made: `orbweaver run --debug COMPONENT`.
#pragma once
#include <orbweaver/resource/program/arguments.hpp>

#include <cstdio>

namespace orbweaver::resource {

/// The execute parameter by which a domain gives each component the id of the instantiation that
/// waits.
inline constexpr const char* kDebugged = "DEBUGGED_COMPONENT";

/// If this component is that instantiation: prints {"event":"debugger","process":ID}, and waits
/// until a debugger is attached.
void await_debugger_if_wanted(const Arguments& arguments, std::FILE* output);

}  // namespace orbweaver::resource
