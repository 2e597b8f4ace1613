// What -ORBtrace asks for, and the line that it gets. Lines go to standard error whatever the level
// of the log is.
#pragma once
#include <orbweaver/base/bytes.hpp>
#include <orbweaver/base/clock.hpp>

#include <string>
#include <string_view>

namespace orbweaver::wire {

/// Off costs a call one branch; messages and connections that are not traced cost nothing.
struct Trace {
  bool calls = false;        // a line for each request, and one for each reply
  bool connections = false;  // a line when one is opened, accepted, refused or ended
  bool messages = false;     // a line for each GIOP message
  friend bool operator==(const Trace&, const Trace&) = default;
};

/// "no exception", "IDL:omg.org/CORBA/TRANSIENT:1.0", "forward": what a whole Reply message says.
[[nodiscard]] std::string outcome_in(Bytes reply);

/// "1.250 ms".
[[nodiscard]] std::string readable_time(Nanoseconds time);

/// One line.
void trace(std::string_view line);

}  // namespace orbweaver::wire
