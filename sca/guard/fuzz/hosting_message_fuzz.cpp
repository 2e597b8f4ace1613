// SPDX-License-Identifier: Apache-2.0
// Fuzz target: any bytes as a message between a device and a host process. A message that is read
// must be written as the same bytes.
#include <orbweaver/guard/hosting/message.hpp>

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace orbweaver;
  const auto bytes = std::as_bytes(std::span{data, size});
  if (const auto report = guard::hosting::decode_report(bytes);
      report && guard::hosting::encode(*report).size() != size)
    std::abort();
  if (const auto request = guard::hosting::decode_request(bytes);
      request && guard::hosting::encode(*request).size() != size)
    std::abort();
  return 0;
}
