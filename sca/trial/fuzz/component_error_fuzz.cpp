// Any line that a component prints is an error of its own, or is not.
#include <cstdint>
#include <string_view>

#include "component_error.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view line{reinterpret_cast<const char*>(data), size};
  const auto found = orbweaver::trial::component_error_in(line);
  if (found && !line.starts_with('{')) __builtin_trap();
  return 0;
}
