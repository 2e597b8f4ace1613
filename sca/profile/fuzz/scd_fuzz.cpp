// SPDX-License-Identifier: Apache-2.0
// Fuzz target: any bytes as a profile; its seeds are of kind SCD. See read_any.hpp.
#include "read_any.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  orbweaver::profile::read_any({reinterpret_cast<const char*>(data), size});
  return 0;
}
