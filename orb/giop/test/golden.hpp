// SPDX-License-Identifier: Apache-2.0
// Compares what a writer makes with bytes that were worked out by hand, in both byte orders.
#pragma once
#include <gtest/gtest.h>
#include <orbweaver/cdr/decoder.hpp>
#include <orbweaver/cdr/encoder.hpp>
#include <orbweaver/giop/message.hpp>

#include <string_view>
#include <vector>

#include "hex.hpp"

namespace orbweaver::giop {

template <class Write>
void expect_golden(std::string_view little, std::string_view big, Write write) {
  cdr::Encoder little_encoder{cdr::ByteOrder::little};
  write(little_encoder);
  EXPECT_EQ(to_hex(little_encoder.bytes()), normal_hex(little));
  cdr::Encoder big_encoder{cdr::ByteOrder::big};
  write(big_encoder);
  EXPECT_EQ(to_hex(big_encoder.bytes()), normal_hex(big));
}

/// A message and a decoder that stands behind its header, as a receiver has it.
class Received {
 public:
  explicit Received(std::vector<std::byte> message)
      : message_(std::move(message)),
        header_(parse_header(message_, kDefaultMaxMessageSize).value()),
        decoder_(Bytes{message_}.subspan(kHeaderSize), header_.byte_order, kHeaderSize) {}
  explicit Received(std::string_view hex) : Received(from_hex(hex)) {}
  explicit Received(const cdr::Encoder& encoder)
      : Received(std::vector(encoder.bytes().begin(), encoder.bytes().end())) {}
  Received(const Received&) = delete;

  cdr::Decoder& decoder() { return decoder_; }
  const MessageHeader& header() const { return header_; }

 private:
  std::vector<std::byte> message_;
  MessageHeader header_;
  cdr::Decoder decoder_;
};

}  // namespace orbweaver::giop
