// SPDX-License-Identifier: Apache-2.0
// A simulated program is killed, but dies of no fault of its own: there is no line of a crash. No
// debugger comes to it.
#include <orbweaver/os/crash_report.hpp>
#include <orbweaver/os/crash_text.hpp>
#include <orbweaver/os/debugger.hpp>
#include <orbweaver/sim/simulation.hpp>

namespace orbweaver::os {

void report_crashes() {}

CrashPart::CrashPart(const std::string& /*name*/, int /*standard_error*/, const void* /*code*/)
    : place_(-1) {}
CrashPart::~CrashPart() = default;

bool is_crash_line(std::string_view /*line*/) noexcept { return false; }
std::string readable_crash(std::string_view line) { return std::string{line}; }

bool has_debugger() { return false; }
void await_debugger() { sim::fail("liveness", "a program waits for a debugger"); }

}  // namespace orbweaver::os
