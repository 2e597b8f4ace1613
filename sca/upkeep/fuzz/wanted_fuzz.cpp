// SPDX-License-Identifier: Apache-2.0
// Fuzz target: any bytes as the file of wanted applications.
#include <orbweaver/upkeep/wanted.hpp>

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  (void)orbweaver::upkeep::parse_wanted(text, "wanted.toml");
  return 0;
}
