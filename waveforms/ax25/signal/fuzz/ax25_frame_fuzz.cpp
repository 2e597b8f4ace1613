// SPDX-License-Identifier: Apache-2.0
// A frame with the right check sequence may still hold anything: what is read must be what is
// written, and print.
#include <cstdint>
#include <cstdlib>
#include <span>

#include <orbweaver/ax25/format.hpp>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace orbweaver::ax25;
  const std::span given(data, size);
  if (to_json({0, 1, {given.begin(), given.end()}}).empty()) std::abort();
  const auto frame = parse_frame(given);
  if (!frame) return 0;
  for (const char character : to_text(*frame)) {
    if (character < ' ' || character > '~') std::abort();
  }
  // Octets may differ in reserved bits and in poll/final; the fields do not.
  if (parse_frame(octets_of(*frame)) != *frame) std::abort();
  return 0;
}
