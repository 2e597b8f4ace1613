// SPDX-License-Identifier: Apache-2.0
// orbweaver-guard SOCKET PROCESS: orbweaver::guard::Guard starts it; users do not.
#include <orbweaver/guard/guard_process.hpp>
#include <orbweaver/os/standard_streams.hpp>

#include <charconv>
#include <cstdio>
#include <optional>
#include <string_view>

#include "command_line/help_of_started.hpp"

namespace {

std::optional<int> number(std::string_view text) {
  int value = 0;
  const auto* const end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data(), end, value);
  return parsed.ec == std::errc{} && parsed.ptr == end ? std::optional{value} : std::nullopt;
}

}  // namespace

constexpr const char* kHelp =
    "Usage: orbweaver-guard SOCKET PROCESS\n\n"
    "Ends what a program started, however that program ends.\n"
    "A domain, a node and orbweaver run start it with a socket and their process; users do not.\n";

int main(int argc, char** argv) {
  orbweaver::os::begin_standard_streams();
  if (orbweaver::command_line::prints_help(argc, argv, kHelp)) return 0;
  const auto socket = argc == 3 ? number(argv[1]) : std::nullopt;
  const auto served = argc == 3 ? number(argv[2]) : std::nullopt;
  if (socket && served) return orbweaver::guard::run_guard(*socket, *served);
  std::fputs("orbweaver-guard: a domain or a device starts this program; run orbweaver --help\n",
             stderr);
  return 2;
}
