// SPDX-License-Identifier: Apache-2.0
// `native` of IDL: a type of which IDL knows only the name.
#pragma once
#include <orbweaver/cdr/codec.hpp>
#include <orbweaver/corba/text.hpp>

// NOLINTBEGIN(readability-identifier-naming): names as the OMG spells them

namespace IDL {

/// An address of the program. The ORB does not use it.
class native {
 public:
  native() = default;
  explicit native(void* address) noexcept : address_(address) {}
  [[nodiscard]] void* address() const noexcept { return address_; }
  friend bool operator==(const native&, const native&) = default;

 private:
  void* address_ = nullptr;
};

}  // namespace IDL

/// The address.
template <>
struct orbweaver::corba::TextForm<IDL::native> {
  static void put(TextWriter& writer, const IDL::native& value);
};

/// Reading or writing it fails: a native value does not leave its process.
template <>
struct orbweaver::cdr::Codec<IDL::native> {
  static constexpr std::size_t kLeastSize = 1;
  static void encode(Encoder& encoder, const IDL::native&) {
    encoder.fail(EncodeError::local_only);
  }
  static void decode(Decoder& decoder, IDL::native&) { decoder.fail(DecodeError::local_only); }
};
// NOLINTEND(readability-identifier-naming)
