// SPDX-License-Identifier: Apache-2.0
// Fuzz target: any text as a name of a file. An accepted name has no step that leads upwards, and
// its text is read as the same name.
#include <orbweaver/files/file_name.hpp>

#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace orbweaver::files;
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  if (const auto name = FileName::parse(text)) {
    for (const auto& step : name->steps())
      if (step.empty() || step == "." || step == ".." || step.find('/') != step.npos) std::abort();
    if (FileName::parse(name->text()) != *name) std::abort();
  }
  if (const auto pattern = FilePattern::parse(text))
    if (!pattern->has_wildcards() && !pattern->matches(pattern->last())) std::abort();
  return 0;
}
