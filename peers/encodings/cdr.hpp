// SPDX-License-Identifier: Apache-2.0
// CDR of GIOP (CORBA 3.3 Part 2, 9.3), by Orbweaver's codec, in either byte order: the receiver
// swaps if the sender's is another.
#pragma once
#include <orbweaver/cdr/codec.hpp>

#include "wire.hpp"

namespace encodings {

class Cdr {
 public:
  explicit Cdr(orbweaver::cdr::ByteOrder order = orbweaver::cdr::kNativeOrder) noexcept
      : encoder_(order) {}

  template <class T>
  void encode(Shape shape, const std::vector<T>& values) {
    encoder_.clear();
    if (shape == Shape::sequence) return orbweaver::cdr::encode(encoder_, values);
    encoder_.put_array(std::span<const T>(values));
  }
  /// As Eight::decode.
  template <class T>
  [[nodiscard]] bool decode(Shape shape, std::vector<T>& values) const {
    orbweaver::cdr::Decoder decoder(bytes(), encoder_.byte_order());
    if (shape == Shape::sequence)
      orbweaver::cdr::decode(decoder, values);
    else
      decoder.get_array(std::span<T>(values));
    return decoder.ok();
  }
  [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return encoder_.bytes(); }

 private:
  orbweaver::cdr::Encoder encoder_;
};

}  // namespace encodings
