// SPDX-License-Identifier: Apache-2.0
// How a C++ type of the IDL-to-C++11 mapping is encoded and decoded: Codec<T>::encode and
// Codec<T>::decode.
//
// This file has numbers, bool, char, wchar_t, strings, std::vector and std::array, nested as deep
// as the types are. The IDL compiler adds a specialisation for each struct, union, enum and
// exception. orb/values adds bounded types, orb/corba object references. If the bytes are wrong,
// decode() leaves a valid value, and the decoder has failed.
#pragma once
#include <orbweaver/cdr/decoder.hpp>
#include <orbweaver/cdr/encoder.hpp>

#include <array>
#include <string>
#include <vector>

namespace orbweaver::cdr {

/// A specialisation has
///   static void encode(Encoder&, const T&);
///   static void decode(Decoder&, T&);
///   static constexpr std::size_t kLeastSize;   // the least bytes that a value takes, > 0
template <class T>
struct Codec;

template <class T>
void encode(Encoder& encoder, const T& value) {
  Codec<T>::encode(encoder, value);
}

template <class T>
void decode(Decoder& decoder, T& value) {
  Codec<T>::decode(decoder, value);
}

template <class T>
[[nodiscard]] T decode(Decoder& decoder) {
  T value{};
  Codec<T>::decode(decoder, value);
  return value;
}

}  // namespace orbweaver::cdr

#include <orbweaver/cdr/codec_inline.hpp>
