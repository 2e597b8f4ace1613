// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/giop/exception_reason.hpp>

#include <orbweaver/cdr/decoder.hpp>
#include <orbweaver/cdr/encoder.hpp>

namespace orbweaver::giop {

std::vector<std::byte> encode_reason(std::string_view text) {
  text = text.substr(0, text.find('\0')).substr(0, kLongestReason);
  cdr::Encoder encoder;
  encoder.put_octet(cdr::kNativeOrder == cdr::ByteOrder::little ? 1 : 0);
  encoder.put_string(text);
  const auto bytes = encoder.bytes();
  return {bytes.begin(), bytes.end()};
}

std::optional<std::string> read_reason(Bytes data) {
  auto decoder = cdr::Decoder::of_encapsulation(data);
  const auto text = decoder.get_string_view();
  if (!decoder.ok()) return std::nullopt;
  return std::string{text.substr(0, kLongestReason)};
}

}  // namespace orbweaver::giop
