// SPDX-License-Identifier: Apache-2.0
// Programs whose strings are not in the ORB's default code set say so before the user's options.
#pragma once
#include <orbweaver/corba/orb.hpp>

#include <memory>
#include <string>
#include <vector>

namespace orbweaver::corba {

/// The code set of a program's strings, as -ORBnativeCharCodeSet names it.
///   kUtf8Strings   names, words of a command line and texts of profiles, which peers are to read
///   kStringsAsIs   a program that passes strings on, or sends samples as `char`: see
///                  giop::NativeText
inline constexpr const char* kUtf8Strings = "UTF-8";
inline constexpr const char* kStringsAsIs = "as-is";

/// The options of the ORB, with the option of the code set before them. A code set among the user's
/// options counts instead.
[[nodiscard]] std::vector<std::string> options_with_strings(const char* code_set,
                                                            std::vector<std::string> options);

/// Like ORB_init(argc, argv), with this code set. A code set among the words of `argv` counts
/// instead.
[[nodiscard]] std::shared_ptr<CORBA::ORB> orb_with_strings(const char* code_set, int& argc,
                                                           char* argv[]);

}  // namespace orbweaver::corba
