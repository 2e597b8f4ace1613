// SPDX-License-Identifier: Apache-2.0
// Strings and sequences that IDL bounds. OMG IDL-to-C++11, 6.7 and 6.15.
//
// They derive from the standard containers, and convert to and from them. The ORB checks the bound
// in messages: a sender that writes a longer value gets BAD_PARAM, a receiver that reads one
// MARSHAL.
#pragma once
#include <orbweaver/cdr/codec.hpp>
#include <orbweaver/corba/size_traits.hpp>
#include <orbweaver/corba/text.hpp>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

// NOLINTBEGIN(readability-identifier-naming,google-explicit-constructor): as the OMG spells them;
// a container and its bounded form convert to each other

namespace IDL {

template <std::uint32_t Bound>
class bounded_string : public std::string {
 public:
  static constexpr std::uint32_t bound = Bound;
  using std::string::basic_string;
  bounded_string() = default;
  bounded_string(const std::string& text) : std::string(text) {}
  bounded_string(std::string&& text) noexcept : std::string(std::move(text)) {}
};

template <std::uint32_t Bound>
class bounded_wstring : public std::wstring {
 public:
  static constexpr std::uint32_t bound = Bound;
  using std::wstring::basic_string;
  bounded_wstring() = default;
  bounded_wstring(const std::wstring& text) : std::wstring(text) {}
  bounded_wstring(std::wstring&& text) noexcept : std::wstring(std::move(text)) {}
};

template <class T, std::uint32_t Bound>
class bounded_vector : public std::vector<T> {
 public:
  static constexpr std::uint32_t bound = Bound;
  using std::vector<T>::vector;
  bounded_vector() = default;
  bounded_vector(const std::vector<T>& values) : std::vector<T>(values) {}
  bounded_vector(std::vector<T>&& values) noexcept : std::vector<T>(std::move(values)) {}
};

}  // namespace IDL

namespace orbweaver::corba {

/// The codec of a container, with a check of the bound in both directions.
template <class Bounded, class Container>
struct BoundedCodec {
  static constexpr std::size_t kLeastSize = 4;

  static void encode(cdr::Encoder& encoder, const Bounded& value) {
    if (value.size() > Bounded::bound) return encoder.fail(cdr::EncodeError::too_long);
    cdr::Codec<Container>::encode(encoder, value);
  }
  static void decode(cdr::Decoder& decoder, Bounded& value) {
    cdr::Codec<Container>::decode(decoder, value);
    if (value.size() <= Bounded::bound) return;
    value.clear();
    decoder.fail(cdr::DecodeError::bad_length);
  }
};

template <std::uint32_t kBound>
struct SizeTraits<IDL::bounded_string<kBound>> : BoundedTraits<kBound> {};
template <std::uint32_t kBound>
struct SizeTraits<IDL::bounded_wstring<kBound>> : BoundedTraits<kBound> {};
template <class T, std::uint32_t kBound>
struct SizeTraits<IDL::bounded_vector<T, kBound>> : BoundedTraits<kBound> {
  using element_traits = IDL::traits<T>;
};

template <HasTextForm Element, std::uint32_t kBound>
struct TextForm<IDL::bounded_vector<Element, kBound>> : TextForm<std::vector<Element>> {};

}  // namespace orbweaver::corba

namespace orbweaver::cdr {

template <std::uint32_t Bound>
struct Codec<IDL::bounded_string<Bound>>
    : corba::BoundedCodec<IDL::bounded_string<Bound>, std::string> {};
template <std::uint32_t Bound>
struct Codec<IDL::bounded_wstring<Bound>>
    : corba::BoundedCodec<IDL::bounded_wstring<Bound>, std::wstring> {};
template <class T, std::uint32_t Bound>
struct Codec<IDL::bounded_vector<T, Bound>>
    : corba::BoundedCodec<IDL::bounded_vector<T, Bound>, std::vector<T>> {};

}  // namespace orbweaver::cdr
// NOLINTEND(readability-identifier-naming,google-explicit-constructor)
