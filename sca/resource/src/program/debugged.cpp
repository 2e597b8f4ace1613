// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/resource/program/debugged.hpp>

#include <orbweaver/os/debugger.hpp>
#include <orbweaver/os/life_line.hpp>

namespace orbweaver::resource {

void await_debugger_if_wanted(const Arguments& arguments, std::FILE* output) {
  const auto* const wanted = arguments.find(kDebugged);
  // The identifier is "<instantiation>:<application>".
  if (wanted == nullptr || !arguments.identifier.starts_with(*wanted + ":")) return;
  std::fprintf(output, "{\"event\":\"debugger\",\"process\":%d}\n", os::process_id());
  std::fflush(output);
  os::await_debugger();
}

}  // namespace orbweaver::resource
