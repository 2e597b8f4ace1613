// SPDX-License-Identifier: Apache-2.0
// CORBA::Any: a value and its type. CORBA 3.3 Part 1, 8.2; inserted with <<= and extracted with >>=
// as the IDL-to-C++11 mapping has it:
//
//   any <<= point;                       // any type that IDL can name: a copy, or moved in
//   Point point;  if (any >>= point) …   // false, and nothing changed, if it holds another type
//
// An inserted value is kept as it is, and is encoded when the Any is sent. A received value is kept
// as bytes, which were checked against its type; >>= decodes them. Copies of an Any share the
// value.
#pragma once
#include <orbweaver/cdr/codec.hpp>
#include <orbweaver/corba/any_contents.hpp>
#include <orbweaver/corba/text.hpp>
#include <orbweaver/corba/type_code.hpp>
#include <orbweaver/corba/type_code_of.hpp>

#include <memory>
#include <string_view>
#include <utility>

// NOLINTBEGIN(readability-identifier-naming): names as the OMG spells them

namespace CORBA {

/// Threads: as std::shared_ptr. The value that copies share is immutable.
class Any {
 public:
  /// An empty Any: its type is tk_null.
  Any() noexcept = default;
  /// For the ORB; users insert with <<=.
  Any(orbweaver::typecode::TypeDescription type,
      std::shared_ptr<const orbweaver::corba::AnyContents> contents) noexcept
      : type_(std::move(type)), contents_(std::move(contents)) {}

  /// The type of the value, with its aliases; tk_null if the Any is empty.
  [[nodiscard]] typecode_reference type() const { return typecode_reference{type_}; }
  /// Replaces the type by an equivalent one, e.g. by its alias. Throws BAD_TYPECODE if it is not
  /// equivalent.
  void type(const typecode_reference& equivalent_type);
  /// False if the Any is empty.
  [[nodiscard]] bool has_value() const noexcept { return contents_ != nullptr; }

  /// For the ORB: type and value; null if the Any is empty.
  [[nodiscard]] const orbweaver::corba::AnyContents* _contents() const noexcept {
    return contents_.get();
  }
  /// Exchanges types and values; copies nothing.
  friend void swap(Any& left, Any& right) noexcept {
    std::swap(left.type_, right.type_);
    std::swap(left.contents_, right.contents_);
  }

 private:
  orbweaver::typecode::TypeDescription type_;
  std::shared_ptr<const orbweaver::corba::AnyContents> contents_;
};

/// The TypeCode of `any`.
inline constexpr orbweaver::corba::TypeCodeConstant _tc_Any = _tc_any;

/// Inserts a value of any type that IDL can name: copies it, or moves it in. What the Any held
/// before is released.
template <class T>
  requires orbweaver::corba::HasTypeCode<std::remove_cvref_t<T>>
void operator<<=(Any& any, T&& value) {
  using Value = std::remove_cvref_t<T>;
  using orbweaver::corba::HeldValue;
  any = Any{orbweaver::typecode::TypeDescription{orbweaver::corba::TypeCodeOf<Value>::node},
            std::make_shared<const HeldValue<Value>>(std::forward<T>(value))};
}
/// Inserts a string, of type `string`. Both copy the text.
inline void operator<<=(Any& any, const char* text) { any <<= std::string{text}; }
inline void operator<<=(Any& any, std::string_view text) { any <<= std::string{text}; }

/// False, and `value` is unchanged, if the Any holds another type. Throws MARSHAL if the value
/// needs an ORB that is gone, or if its bytes are no value of its type. object.hpp has the same for
/// references to CORBA::Object.
template <orbweaver::corba::HasTypeCode T>
[[nodiscard]] bool operator>>=(const Any& any, T& value) {
  const auto type = any.type();
  if (!orbweaver::typecode::equivalent(type->_type().node(), orbweaver::corba::TypeCodeOf<T>::node))
    return false;
  any._contents()->get(value);
  return true;
}

}  // namespace CORBA

/// The type of the value: "any<long>".
template <>
struct orbweaver::corba::TextForm<CORBA::Any> {
  static void put(TextWriter& writer, const CORBA::Any& any);
};

template <>
struct orbweaver::cdr::Codec<CORBA::Any> {
  static constexpr std::size_t kLeastSize = 4;
  static void encode(Encoder& encoder, const CORBA::Any& any);
  static void decode(Decoder& decoder, CORBA::Any& any);
};
// NOLINTEND(readability-identifier-naming)
