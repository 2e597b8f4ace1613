// SPDX-License-Identifier: Apache-2.0
// Fuzz target: any bytes as the output of a component. At most one line may end a stream.
#include <orbweaver/domain/stream_ends.hpp>

#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace orbweaver::domain;
  const std::string_view line{reinterpret_cast<const char*>(data), size};
  StreamEnds ends{{"sink"}};
  if (ends.printed("sink", line) != is_end_of_stream(line)) std::abort();
  if (ends.printed("sink", line)) std::abort();
  if (error_in(line) && is_end_of_stream(line)) std::abort();
  return 0;
}
