// SPDX-License-Identifier: Apache-2.0
// --help of a program that another program starts: what it is for, and what a user types instead.
#pragma once
#include <cstdio>
#include <string_view>

namespace orbweaver::command_line {

/// Whether --help is the only word. Then it prints the text on standard output.
inline bool prints_help(int argc, char** argv, const char* text) {
  if (argc != 2 || std::string_view{argv[1]} != "--help") return false;
  std::fputs(text, stdout);
  return true;
}

}  // namespace orbweaver::command_line
