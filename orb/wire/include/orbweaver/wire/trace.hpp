// SPDX-License-Identifier: Apache-2.0
// The choices of -ORBtrace, and the function that writes its lines. The lines go to standard error
// at every level of the log.
#pragma once
#include <orbweaver/base/bytes.hpp>
#include <orbweaver/base/clock.hpp>

#include <string>
#include <string_view>

namespace orbweaver::wire {

/// Without tracing a call costs one branch more; messages and connections cost nothing more.
struct Trace {
  bool calls = false;        // a line for each request, and one for each reply
  bool connections = false;  // a line when one is opened, accepted, refused or ended
  bool messages = false;     // a line for each GIOP message
  friend bool operator==(const Trace&, const Trace&) = default;
};

/// The outcome in a whole Reply message: "no exception", "IDL:omg.org/CORBA/TRANSIENT:1.0",
/// "forward".
[[nodiscard]] std::string outcome_in(Bytes reply);

/// "1.250 ms".
[[nodiscard]] std::string readable_time(Nanoseconds time);

/// Writes one line.
void trace(std::string_view line);

}  // namespace orbweaver::wire
