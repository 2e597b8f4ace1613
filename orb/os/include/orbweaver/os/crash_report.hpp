// SPDX-License-Identifier: Apache-2.0
// What a program says of itself when it dies of a fault: one line on standard error with the
// signal, and the places in its code that the thread was in. The line has the symbols of the
// innermost ones as the files have them; the program that reads the line makes names of them
// (crash_text.hpp).
//
//   crash: SIGSEGV at 0x0 [/sdr/gain+0x1f2a _ZN4Gain7processEv] [/sdr/gain+0x20b3] ...
#pragma once
#include <string>

namespace orbweaver::os {

/// From now on SIGSEGV, SIGBUS, SIGILL, SIGFPE and SIGABRT print that line; then the process ends
/// by the signal, as it does without this. A signal that has a handler keeps it: a sanitizer's says
/// more. A thread that start_thread() did not start leaves no line if its stack is full. Call it
/// once, before other threads.
void report_crashes();

/// A part of this process that has a library and a standard error of its own. A fault with code of
/// the library on its stack is printed there, and on those of all other parts that it was this one.
/// Where several parts have the library, each is named. Without any the line goes to the process's
/// standard error alone. Threads: any. Costs nothing while nothing dies.
class CrashPart {
 public:
  /// `code`: an address in the library, which stays loaded. Beyond 256 parts it is not noted.
  CrashPart(const std::string& name, int standard_error, const void* code);
  ~CrashPart();
  CrashPart(const CrashPart&) = delete;
  CrashPart& operator=(const CrashPart&) = delete;

 private:
  int place_;  // below 0: there is no room
};

}  // namespace orbweaver::os
