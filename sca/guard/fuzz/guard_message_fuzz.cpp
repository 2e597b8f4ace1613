// SPDX-License-Identifier: Apache-2.0
// Fuzz target: any bytes as a message between the guard and its process. A message that is read
// must be written as the same bytes.
#include <orbweaver/base/bytes.hpp>

#include <cstdint>
#include <cstdlib>

#include "message.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace orbweaver;
  const auto bytes = std::as_bytes(std::span{data, size});
  if (const auto reply = guard::decode_reply(bytes); reply && guard::encode(*reply).size() != size)
    std::abort();
  const auto request = guard::decode_request(bytes);
  if (request && guard::encode(*request).size() != size) std::abort();
  return 0;
}
